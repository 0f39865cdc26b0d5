package store_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
	"time"

	"mcponce/host/shareddata"
	"mcponce/plugin/action"
	"mcponce/plugin/store"
	"mcponce/plugin/store/storetest"
)

// gauge adds up what a table says that it holds.
type gauge struct{ records, bytes int64 }

func (g *gauge) add(records, bytes int64) { g.records, g.bytes = g.records+records, g.bytes+bytes }

func bounded(t *testing.T, records, bytes int64, clock *storetest.Clock) (*store.Local, *gauge) {
	t.Helper()
	g := &gauge{}
	l, err := store.Open(host{shareddata.New(shareddata.Envoy)}, "1", "", store.Bounds{Records: records, Bytes: bytes, Changed: g.add}, clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	return l, g
}

func numbered(n int) (id action.Digest) {
	binary.LittleEndian.PutUint64(id[:], uint64(n+1)*0x9E3779B97F4A7C15) // spread over the buckets
	binary.LittleEndian.PutUint64(id[8:], uint64(n))
	return id
}

// put claims and settles an action with a body of the given size.
func put(l *store.Local, id action.Digest, size int, clock *storetest.Clock) (e store.Entry, err error) {
	owner := action.Owner{Call: 1}
	pending := action.Record{State: action.Pending, Owner: owner, Retention: time.Hour}
	l.Update(id, func(r action.Record) (action.Record, bool) {
		pending.Changed = clock.Now().Mono
		return pending, true
	}, func(now store.Entry, failed error) { e, err = now, failed })
	if err != nil {
		return e, err
	}
	l.Settle(e, func(r action.Record) (action.Record, bool) {
		return action.Settle(r, owner, action.Outcome{Stored: true}, action.Mark{}, clock.Now())
	}, bytes.Repeat([]byte("x"), size), func(now store.Entry, failed error) { e, err = now, failed })
	return e, err
}

func TestPastTheBoundOnRecordsNewActionsAreRefusedAndOldOnesStand(t *testing.T) {
	clock := &storetest.Clock{}
	l, g := bounded(t, 1024, 1<<40, clock)
	for n := range 1024 {
		if _, err := put(l, numbered(n), 10, clock); err != nil {
			t.Fatalf("action %d: %v", n, err)
		}
	}
	if _, err := put(l, numbered(5000), 10, clock); !errors.Is(err, store.ErrFull) {
		t.Fatalf("one more: %v; want ErrFull", err)
	}
	if g.records != 1024 {
		t.Fatalf("the gauge says %d records; want 1024", g.records)
	}
	for n := range 1024 {
		l.Update(numbered(n), func(r action.Record) (action.Record, bool) { return r, true }, func(e store.Entry, err error) {
			if err != nil || e.State != action.Done {
				t.Fatalf("action %d: %v, %v; want done", n, e.State, err)
			}
		})
	}
}

func TestExpiredEntriesOfItsBucketMakeRoomForANewActionWithoutASweep(t *testing.T) {
	clock := &storetest.Clock{}
	l, g := bounded(t, 2, 1<<40, clock)
	for n := range 4 {
		if _, err := put(l, numbered(n), 10, clock); err != nil {
			t.Fatalf("action %d: %v", n, err)
		}
		clock.Advance(40 * time.Minute) // of an hour's retention: two at a time are live
	}
	if g.records != 2 {
		t.Fatalf("the gauge says %d records; want 2", g.records)
	}
}

func TestFullBucketRefusesNewActions(t *testing.T) {
	clock := &storetest.Clock{}
	l, g := bounded(t, 1<<20, 1<<40, clock)
	accepted := 0
	for n := range 100 {
		_, err := put(l, action.Digest{9: byte(n)}, 10, clock) // all in the first bucket
		if err == nil {
			accepted++
		} else if !errors.Is(err, store.ErrFull) {
			t.Fatal(err)
		}
	}
	if accepted != 32 || g.records != 32 {
		t.Fatalf("%d actions accepted, the gauge says %d; want the 32 that a bucket holds", accepted, g.records)
	}
}

func TestPastTheBoundOnBytesOutcomesLoseTheirBodiesOnly(t *testing.T) {
	clock := &storetest.Clock{}
	l, g := bounded(t, 1024, 10_000, clock)
	kept := 0
	for n := range 100 {
		e, err := put(l, numbered(n), 1000, clock)
		if err != nil || e.State != action.Done {
			t.Fatalf("action %d: %v, %v; want done", n, e.State, err)
		}
		l.Body(e, func(body []byte, ok bool) {
			if ok != e.Outcome.Stored {
				t.Fatalf("action %d: stored %v, readable %v", n, e.Outcome.Stored, ok)
			}
		})
		if e.Outcome.Stored {
			kept++
		}
	}
	if kept == 0 || kept > 9 || g.bytes > 10_000 {
		t.Fatalf("%d bodies of 1,000 bytes kept, the gauge says %d bytes; want some within 10,000", kept, g.bytes)
	}
}

// sweepRound goes through a whole table of up to 4,096 buckets.
func sweepRound(l *store.Local) {
	for range 256 {
		l.Sweep()
	}
}

func TestSweepGivesBackWhatExpiredActionsTook(t *testing.T) {
	clock := &storetest.Clock{}
	l, g := bounded(t, 1024, 1<<40, clock)
	for n := range 500 {
		if _, err := put(l, numbered(n), 100, clock); err != nil {
			t.Fatal(err)
		}
	}
	clock.Advance(time.Hour)
	sweepRound(l)
	if g.records != 500 {
		t.Fatalf("a sweep at the end of retention left %d records; want 500", g.records)
	}
	clock.Advance(1)
	sweepRound(l)
	if g.records != 0 || g.bytes != 0 {
		t.Fatalf("a sweep past retention left %d records, %d bytes; want none", g.records, g.bytes)
	}
}

func TestReplacedBodiesAreCountedOnce(t *testing.T) {
	clock := &storetest.Clock{}
	l, g := bounded(t, 1024, 1<<40, clock)
	for range 3 {
		if _, err := put(l, numbered(1), 1000, clock); err != nil {
			t.Fatal(err)
		}
		clock.Advance(2 * time.Hour)
	}
	once := g.bytes
	sweepRound(l)
	if once < 1000 || once > 2000 || g.bytes != 0 || g.records != 0 {
		t.Fatalf("%d bytes for one body of 1,000, %d bytes and %d records after the sweep", once, g.bytes, g.records)
	}
}
