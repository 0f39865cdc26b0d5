package storetest

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"mcponce/plugin/action"
	"mcponce/plugin/store"
)

func anything(action.Record) bool { return true }

// scanAll scans the whole store, and counts how often each record was found. between runs after each part.
func scanAll(t *testing.T, s store.Store, wanted func(action.Record) bool, between func()) map[action.Digest]int {
	t.Helper()
	times := map[action.Digest]int{}
	for place, parts := uint32(0), 0; ; parts++ {
		if parts > 1<<20 {
			t.Fatal("the scan does not end")
		}
		s.Scan(place, wanted, func(found []store.Entry, next uint32, err error) {
			if err != nil {
				t.Fatalf("place %d: %v", place, err)
			}
			for _, e := range found {
				times[e.ID()]++
			}
			place = next
		})
		if between(); place == 0 {
			return times
		}
	}
}

func scanOfNothing(t *testing.T, open Open) {
	s, clock := open(t, 1)
	if found := scanAll(t, s[0], anything, func() {}); len(found) != 0 {
		t.Errorf("found %d records in an empty store", len(found))
	}
	mustClaim(t, s[0], id(1, "a"), 1, clock)
	pending, _ := read(s[0], id(1, "a"))
	mustSettle(t, s[0], pending, clock)
	clock.Advance(time.Hour + 1)
	if found := scanAll(t, s[0], anything, func() {}); len(found) != 0 {
		t.Errorf("found %d records whose retention has ended", len(found))
	}
	s[0].Scan(math.MaxUint32, anything, func(_ []store.Entry, _ uint32, err error) {
		if !errors.Is(err, store.ErrNoPlace) {
			t.Errorf("past the end: got %v; want ErrNoPlace", err)
		}
	})
}

func scanOfSome(t *testing.T, open Open) {
	s, clock := open(t, 1)
	for n := range byte(40) {
		e := mustClaim(t, s[0], id(n, "a"), uint64(n)+1, clock)
		if n%2 == 0 {
			mustSettle(t, s[0], e, clock)
		}
	}
	done := scanAll(t, s[0], func(r action.Record) bool { return r.State == action.Done }, func() {})
	for n := range byte(40) {
		if got, want := done[id(n, "a")], int(1-n%2); got != want {
			t.Errorf("record %d was found %d times among those that are done; want %d", n, got, want)
		}
	}
}

// scanWhileOthersWrite: what stands all the while is found once, and nothing twice, although others claim, settle and resolve.
func scanWhileOthersWrite(t *testing.T, open Open) {
	const standing = 64
	s, clock := open(t, 3)
	for n := range byte(standing) {
		mustClaim(t, s[0], id(n, "stands"), uint64(n)+1, clock)
	}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for w := range 2 {
		wg.Go(func() {
			for n := uint64(1); ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				come := id(byte(n%8), fmt.Sprint(w, n%16))
				step, _ := claim(uint64(w+1)<<32+n, clock)
				s[w].Update(come, step, func(store.Entry, error) {})
				s[w].Update(id(byte(n%standing), "stands"), func(r action.Record) (action.Record, bool) {
					r.Attempts++ // as a refusal does
					return r, true
				}, func(store.Entry, error) {})
			}
		})
	}
	for range 20 {
		times := scanAll(t, s[2], anything, func() {})
		for n := range byte(standing) {
			if times[id(n, "stands")] != 1 {
				t.Errorf("record %d was found %d times; want once", n, times[id(n, "stands")])
			}
		}
		for d, n := range times {
			if n != 1 {
				t.Errorf("%x was found %d times", d[:8], n)
			}
		}
	}
	close(stop)
	wg.Wait()
}

func mustSettle(t *testing.T, s store.Store, e store.Entry, clock *Clock) {
	t.Helper()
	if err := settle(s, e, []byte("body"), clock); err != nil {
		t.Fatal(err)
	}
}
