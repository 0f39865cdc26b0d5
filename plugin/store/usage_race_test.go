package store

import (
	"encoding/binary"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mcponce/host/shareddata"
	"mcponce/plugin/action"
)

// yielding is Envoy's shared data, shared by VMs that lose the processor between any two operations.
type yielding struct{ data *shareddata.Data }

func (y yielding) Get(key string) ([]byte, uint32, bool, error) {
	runtime.Gosched()
	value, cas, err := y.data.Get(key)
	return value, cas, err == nil, nil
}

func (y yielding) Set(key string, value []byte, cas uint32) (bool, error) {
	runtime.Gosched()
	return y.data.Set(key, value, cas) == nil, nil
}

// crowd is several VMs that use one small table at the same time. Retention is a few ticks of a clock that every
// operation moves.
type crowd struct {
	now    atomic.Int64
	tables []*Local
	gauge  struct{ records, bytes atomic.Int64 }
}

const crowdRetention = 20

func newCrowd(t *testing.T, vms int, bounds Bounds) *crowd {
	t.Helper()
	c := &crowd{}
	bounds.Changed = func(records, bytes int64) {
		c.gauge.records.Add(records)
		c.gauge.bytes.Add(bytes)
	}
	data := yielding{shareddata.New(shareddata.Envoy)}
	for range vms {
		l, err := Open(data, "1", "", bounds, func() action.Now { return action.Now{Mono: time.Duration(c.now.Load())} })
		if err != nil {
			t.Fatal(err)
		}
		c.tables = append(c.tables, l)
	}
	return c
}

// attempt claims an action and ends the round in one of the ways in which rounds end. It answers false when it did not
// get the claim.
func (c *crowd) attempt(l *Local, random *rand.Rand, owner action.Owner, id action.Digest) bool {
	now := func() action.Now { return action.Now{Mono: time.Duration(c.now.Add(1))} }
	try := action.Attempt{Owner: owner, Retention: crowdRetention, MaxAttempts: 1 << 30, Lost: func(action.Owner) bool { return false }}
	var verdict action.Verdict
	var claimed Entry
	var failed error
	l.Update(id, func(r action.Record) (next action.Record, ok bool) {
		verdict, next = action.Decide(r, try, now())
		return next, true
	}, func(e Entry, err error) { claimed, failed = e, err })
	if failed != nil || verdict != action.Dispatch {
		return false
	}
	ignore := func(Entry, error) {}
	doubt := func(r action.Record) (action.Record, bool) { return action.Doubt(r, owner, action.ClientLeft, now()) }
	release := func(r action.Record) (action.Record, bool) { return action.Release(r, owner, now()) }
	settle := func(r action.Record) (action.Record, bool) {
		return action.Settle(r, owner, action.Outcome{Stored: true}, action.Mark{}, now())
	}
	body := make([]byte, random.IntN(2000))
	switch random.IntN(4) {
	case 0:
		l.Update(id, release, ignore)
	case 1:
		l.Update(id, doubt, ignore)
	case 2: // the outcome becomes known late, perhaps after the record is gone
		l.Update(id, doubt, ignore)
		c.now.Add(random.Int64N(2 * crowdRetention))
		l.Settle(claimed, settle, body, ignore)
	default:
		l.Settle(claimed, settle, body, ignore)
	}
	return true
}

// run lets every VM try and sweep, and returns how many claims there were.
func (c *crowd) run(rounds, actions int) int {
	var claims atomic.Int64
	var vms sync.WaitGroup
	for slot, l := range c.tables {
		vms.Go(func() {
			random := rand.New(rand.NewPCG(uint64(slot), 1))
			for call := range rounds {
				owner := action.Owner{Slot: uint32(slot), Incarnation: 1, Call: uint64(call + 1)}
				if c.attempt(l, random, owner, crowdID(random.IntN(actions))) {
					claims.Add(1)
				}
				if random.IntN(3) == 0 {
					l.Sweep()
				}
			}
		})
	}
	vms.Wait()
	return int(claims.Load())
}

// crowdID never is the zero digest, which names no action.
func crowdID(n int) (id action.Digest) {
	binary.LittleEndian.PutUint64(id[:], uint64(n+1))
	return id
}

// recount is the usage, counted from the table itself.
func (l *Local) recount(t *testing.T) (u usage) {
	t.Helper()
	for index := range l.buckets {
		value, _, _ := l.get(string(l.appendKey("r", index)))
		b, ok := parseBucket(value)
		if !ok {
			t.Fatalf("bucket %d cannot be read", index)
		}
		u.records += int64(b.len())
		for slot := range uint8(bucketEntries) {
			body, _, _ := l.get(string(append(l.appendKey("b", index), slot)))
			u.bytes += cost(body)
		}
	}
	return u
}

func (c *crowd) check(t *testing.T, when string, want usage) {
	t.Helper()
	value, _, _ := c.tables[0].get(c.tables[0].prefix + "usage")
	stored := usage{int64(binary.LittleEndian.Uint64(value)), int64(binary.LittleEndian.Uint64(value[8:]))}
	gauge := usage{c.gauge.records.Load(), c.gauge.bytes.Load()}
	if stored != want || gauge != want {
		t.Fatalf("%s the usage says %+v and the gauges %+v; want %+v", when, stored, gauge, want)
	}
}

func TestUsageEqualsARecountAfterManyVMsRaced(t *testing.T) {
	for _, c := range []struct {
		name   string
		bounds Bounds
	}{
		{"room for everything", Bounds{Records: 64, Bytes: 1 << 40}},
		{"bodies past the bound", Bounds{Records: 64, Bytes: 20_000}},
		{"records and bodies past the bounds", Bounds{Records: 16, Bytes: 5000}},
	} {
		t.Run(c.name, func(t *testing.T) {
			crowd := newCrowd(t, 8, c.bounds)
			claims := crowd.run(3000, 48)
			if claims < 100 {
				t.Fatalf("%d claims; want a crowd", claims)
			}
			here := crowd.tables[0].recount(t)
			crowd.check(t, "after the race", here)
			if here.records > c.bounds.Records || here.bytes > c.bounds.Bytes {
				t.Fatalf("the table holds %+v, past its bounds", here)
			}
			crowd.now.Add(crowdRetention + 1)
			for range roundOfSweeps {
				crowd.tables[0].Sweep()
			}
			crowd.check(t, "after retention and a sweep", usage{})
			if left := crowd.tables[0].recount(t); left != (usage{}) {
				t.Fatalf("a sweep past retention left %+v", left)
			}
		})
	}
}
