// Package storetest is the conformance suite that every Store has to pass.
package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mcponce/plugin/action"
	"mcponce/plugin/store"
)

// Clock is a clock that a test moves by hand. It is safe for concurrent use.
type Clock struct{ now atomic.Int64 }

// Now returns the time since the clock was made, on both clocks.
func (c *Clock) Now() action.Now {
	now := time.Duration(c.now.Load())
	return action.Now{Mono: now, Wall: now.Milliseconds()}
}

// Advance moves the clock.
func (c *Clock) Advance(d time.Duration) { c.now.Add(int64(d)) }

// Open returns handles onto one empty store, as the VMs of one gateway have them, and its clock.
type Open func(t *testing.T, handles int) ([]store.Store, *Clock)

// Run runs the whole suite.
func Run(t *testing.T, open Open) {
	t.Run("an action without a record is the zero record", func(t *testing.T) { zeroRecord(t, open) })
	t.Run("a step that does not apply writes nothing", func(t *testing.T) { notApplied(t, open) })
	t.Run("a settled outcome comes back byte for byte", func(t *testing.T) { settledOutcome(t, open) })
	t.Run("only the owner settles", func(t *testing.T) { onlyOwner(t, open) })
	t.Run("an expired action is claimed anew and its body is gone", func(t *testing.T) { expiry(t, open) })
	t.Run("an earlier owner's body is not the present one's", func(t *testing.T) { earlierBody(t, open) })
	t.Run("a late owner never writes into a slot that passed on", func(t *testing.T) { lateOwner(t, open) })
	t.Run("a late outcome replaces a resolution", func(t *testing.T) { lateOutcome(t, open) })
	t.Run("one claim wins", func(t *testing.T) { oneClaim(t, open) })
	t.Run("nothing and what has ended are not found by a scan", func(t *testing.T) { scanOfNothing(t, open) })
	t.Run("a scan finds what is wanted", func(t *testing.T) { scanOfSome(t, open) })
	t.Run("a scan finds once what stands while others write", func(t *testing.T) { scanWhileOthersWrite(t, open) })
	t.Run("racing histories are linearizable", func(t *testing.T) { linearizable(t, open) })
}

// id is a digest whose first byte chooses the bucket, so that equal n collide into one bucket of a small table.
func id(n byte, tail string) action.Digest {
	var d action.Digest
	d[0] = n
	copy(d[8:], tail)
	return d
}

var asked = action.Digest{0xaa}

func claim(owner uint64, clock *Clock) (store.Step, *action.Verdict) {
	var v action.Verdict
	attempt := action.Attempt{Owner: action.Owner{Slot: 1, Incarnation: 1, Call: owner}, Fingerprint: asked,
		Retention: time.Hour, MaxAttempts: 1 << 30, Lost: func(action.Owner) bool { return false }}
	return func(r action.Record) (next action.Record, ok bool) {
		v, next = action.Decide(r, attempt, clock.Now())
		return next, true
	}, &v
}

func mustClaim(t *testing.T, s store.Store, d action.Digest, owner uint64, clock *Clock) store.Entry {
	t.Helper()
	step, verdict := claim(owner, clock)
	var entry store.Entry
	s.Update(d, step, func(e store.Entry, err error) {
		if err != nil || *verdict != action.Dispatch {
			t.Fatalf("claim by %d: %v, %v; want dispatch", owner, *verdict, err)
		}
		entry = e
	})
	return entry
}

func settle(s store.Store, e store.Entry, body []byte, clock *Clock) (err error) {
	out := action.Outcome{Class: action.Result, Size: uint32(len(body)), Stored: true}
	s.Settle(e, func(r action.Record) (action.Record, bool) {
		return action.Settle(r, e.Owner, out, action.Mark{}, clock.Now())
	}, body, func(_ store.Entry, got error) { err = got })
	return err
}

func read(s store.Store, d action.Digest) (entry store.Entry, err error) {
	s.Update(d, func(r action.Record) (action.Record, bool) { return r, true },
		func(e store.Entry, got error) { entry, err = e, got })
	return entry, err
}

func body(s store.Store, e store.Entry) (content []byte, ok bool) {
	s.Body(e, func(b []byte, found bool) { content, ok = b, found })
	return content, ok
}

func zeroRecord(t *testing.T, open Open) {
	s, _ := open(t, 1)
	e, err := read(s[0], id(1, "a"))
	if err != nil || e.Record != (action.Record{}) {
		t.Fatalf("got %+v, %v; want the zero record", e.Record, err)
	}
}

func notApplied(t *testing.T, open Open) {
	s, clock := open(t, 1)
	want := mustClaim(t, s[0], id(1, "a"), 1, clock)
	s[0].Update(id(1, "a"), func(r action.Record) (action.Record, bool) {
		r.State = action.Done
		return r, false
	}, func(e store.Entry, err error) {
		if !errors.Is(err, store.ErrNotApplied) || e != want {
			t.Fatalf("got %+v, %v; want the standing entry and ErrNotApplied", e, err)
		}
	})
	if e, _ := read(s[0], id(1, "a")); e != want {
		t.Fatalf("the record changed to %+v", e)
	}
}

func settledOutcome(t *testing.T, open Open) {
	s, clock := open(t, 2)
	for i, content := range [][]byte{{}, []byte("x"), bytes.Repeat([]byte{0, 0xff}, 100_000)} {
		d := id(byte(i), "a")
		if err := settle(s[0], mustClaim(t, s[0], d, 1, clock), content, clock); err != nil {
			t.Fatal(err)
		}
		e, err := read(s[1], d)
		if err != nil || e.State != action.Done || e.Fingerprint != asked {
			t.Fatalf("got %+v, %v; want done with its fingerprint", e.Record, err)
		}
		if got, ok := body(s[1], e); !ok || !bytes.Equal(got, content) {
			t.Fatalf("case %d: got %d bytes, %v; want %d", i, len(got), ok, len(content))
		}
	}
}

func onlyOwner(t *testing.T, open Open) {
	s, clock := open(t, 2)
	e := mustClaim(t, s[0], id(1, "a"), 1, clock)
	stranger := e
	stranger.Owner.Call = 2
	if err := settle(s[1], stranger, []byte("stranger"), clock); !errors.Is(err, store.ErrNotApplied) {
		t.Fatalf("a stranger settled: %v", err)
	}
	if now, _ := read(s[1], id(1, "a")); now.State != action.Pending {
		t.Fatalf("state %v after the stranger; want pending", now.State)
	}
	if err := settle(s[0], e, []byte("owner"), clock); err != nil {
		t.Fatalf("the owner cannot settle: %v", err)
	}
}

func expiry(t *testing.T, open Open) {
	s, clock := open(t, 1)
	d := id(1, "a")
	if err := settle(s[0], mustClaim(t, s[0], d, 1, clock), []byte("first"), clock); err != nil {
		t.Fatal(err)
	}
	old, _ := read(s[0], d)
	clock.Advance(time.Hour + 1)
	mustClaim(t, s[0], id(1, "b"), 2, clock) // a neighbour's write sweeps the bucket
	if _, ok := body(s[0], old); ok {
		t.Fatal("the body outlived its record")
	}
	e := mustClaim(t, s[0], d, 3, clock)
	if err := settle(s[0], e, []byte("second"), clock); err != nil {
		t.Fatal(err)
	}
	now, _ := read(s[0], d)
	if got, _ := body(s[0], now); string(got) != "second" {
		t.Fatalf("got %q; want second", got)
	}
}

func earlierBody(t *testing.T, open Open) {
	s, clock := open(t, 1)
	d := id(1, "a")
	if err := settle(s[0], mustClaim(t, s[0], d, 1, clock), []byte("earlier"), clock); err != nil {
		t.Fatal(err)
	}
	clock.Advance(time.Hour + 1)
	if content, ok := body(s[0], mustClaim(t, s[0], d, 2, clock)); ok {
		t.Fatalf("a new claim has the body %q", content)
	}
}

// lateOwner: an owner in doubt, whose record has expired and whose slot another action has taken, learns its outcome.
func lateOwner(t *testing.T, open Open) {
	s, clock := open(t, 2)
	late := mustClaim(t, s[0], id(1, "a"), 1, clock)
	s[0].Update(id(1, "a"), func(r action.Record) (action.Record, bool) {
		return action.Doubt(r, late.Owner, action.ClientLeft, clock.Now())
	}, func(_ store.Entry, err error) {
		if err != nil {
			t.Fatal(err)
		}
	})
	clock.Advance(time.Hour + 1)
	other := mustClaim(t, s[1], id(1, "b"), 2, clock)
	if err := settle(s[1], other, []byte("other"), clock); err != nil {
		t.Fatal(err)
	}
	if err := settle(s[0], late, []byte("late"), clock); !errors.Is(err, store.ErrNotApplied) {
		t.Fatalf("late settle: %v; want ErrNotApplied", err)
	}
	e, _ := read(s[1], id(1, "b"))
	if got, ok := body(s[1], e); !ok || string(got) != "other" {
		t.Fatalf("the slot holds %q, %v; want other", got, ok)
	}
}

// lateOutcome: an operator has resolved a doubt, and then its owner brings the outcome after all.
func lateOutcome(t *testing.T, open Open) {
	s, clock := open(t, 2)
	for n, executed := range []bool{true, false} {
		d := id(byte(n), "a")
		owned := mustClaim(t, s[0], d, 1, clock)
		for _, step := range []store.Step{
			func(r action.Record) (action.Record, bool) {
				return action.Doubt(r, owned.Owner, action.OwnerLost, clock.Now())
			},
			func(r action.Record) (action.Record, bool) { return action.Resolve(r, executed, clock.Now()) },
		} {
			s[1].Update(d, step, func(_ store.Entry, err error) {
				if err != nil {
					t.Fatal(err)
				}
			})
		}
		if err := settle(s[0], owned, []byte("late"), clock); err != nil {
			t.Fatalf("executed %v: %v", executed, err)
		}
		e, _ := read(s[1], d)
		if got, ok := body(s[1], e); !ok || string(got) != "late" || e.State != action.Done {
			t.Errorf("executed %v: got %v, %q, %v; want the late outcome", executed, e.State, got, ok)
		}
	}
}

func oneClaim(t *testing.T, open Open) {
	const keys, racers = 200, 8
	s, clock := open(t, 4)
	for k := range keys {
		var winners atomic.Int32
		var wg sync.WaitGroup
		for r := range racers {
			wg.Go(func() {
				step, verdict := claim(uint64(k*racers+r+1), clock)
				s[r%len(s)].Update(id(byte(k), fmt.Sprint(k)), step, func(_ store.Entry, err error) {
					if err != nil {
						t.Error(err)
					} else if *verdict == action.Dispatch {
						winners.Add(1)
					}
				})
			})
		}
		wg.Wait()
		if n := winners.Load(); n != 1 {
			t.Fatalf("key %d was claimed by %d of %d racers; want 1", k, n, racers)
		}
	}
}
