package shareddata

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"testing"
)

// neverCurrent is a CAS that no key holds in these tests.
const neverCurrent = math.MaxUint32

func TestCASZeroOverwrites(t *testing.T) {
	d := New(Envoy)
	must(t, d.Set("k", []byte("a"), 0))
	must(t, d.Set("k", []byte("b"), 0))
	if v, _, err := d.Get("k"); err != nil || string(v) != "b" {
		t.Fatalf("got %q, %v; want b", v, err)
	}
}

func TestMissingKeyAcceptsAnyCAS(t *testing.T) {
	for _, cas := range []uint32{0, 1, 77, neverCurrent} {
		if err := New(Envoy).Set("k", nil, cas); err != nil {
			t.Errorf("cas %d on a missing key: %v; want success", cas, err)
		}
	}
}

func TestStaleCASIsRefusedAndLeavesTheValue(t *testing.T) {
	d := New(Envoy)
	must(t, d.Set("k", []byte("a"), 0))
	_, stale, _ := d.Get("k")
	must(t, d.Set("k", []byte("b"), stale))
	if err := d.Set("k", []byte("c"), stale); !errors.Is(err, ErrCASMismatch) {
		t.Fatalf("stale cas: %v; want ErrCASMismatch", err)
	}
	if v, _, _ := d.Get("k"); string(v) != "b" {
		t.Fatalf("got %q after a refused set; want b", v)
	}
}

func TestMissingKeyIsNotFound(t *testing.T) {
	if _, _, err := New(Envoy).Get("k"); !errors.Is(err, ErrNotFound) {
		t.Fatalf("got %v; want ErrNotFound", err)
	}
}

func TestCASIsNeverZeroAfterWrapping(t *testing.T) {
	d := New(Envoy)
	d.next = math.MaxUint32
	for range 3 {
		must(t, d.Set("k", nil, 0))
		if _, cas, _ := d.Get("k"); cas == 0 {
			t.Fatal("a key holds CAS 0")
		}
	}
}

func TestValuesAreCopied(t *testing.T) {
	d := New(Envoy)
	value := []byte("a")
	must(t, d.Set("k", value, 0))
	value[0] = 'x'
	got, _, _ := d.Get("k")
	got[0] = 'y'
	if again, _, _ := d.Get("k"); string(again) != "a" {
		t.Fatalf("got %q; want a", again)
	}
}

func TestCreateIfAbsentHasOneWinner(t *testing.T) {
	d := New(Envoy)
	for round := range 200 {
		key := fmt.Sprint(round)
		var winners atomic.Int32
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if d.Set(key, nil, neverCurrent) == nil {
					winners.Add(1)
				}
			})
		}
		wg.Wait()
		if n := winners.Load(); n != 1 {
			t.Fatalf("round %d: %d winners; want 1", round, n)
		}
	}
}

func TestStrictDialectTakesTheCurrentCASOnly(t *testing.T) {
	d := New(Strict)
	if err := d.Set("k", nil, neverCurrent); !errors.Is(err, ErrCASMismatch) {
		t.Errorf("a CAS for a missing key: %v; want ErrCASMismatch", err)
	}
	must(t, d.Set("k", []byte("a"), 0))
	if err := d.Set("k", nil, 0); !errors.Is(err, ErrCASMismatch) {
		t.Errorf("CAS 0 for a key that is there: %v; want ErrCASMismatch", err)
	}
	_, cas, _ := d.Get("k")
	must(t, d.Set("k", []byte("b"), cas))
	if v, _, _ := d.Get("k"); string(v) != "b" {
		t.Errorf("got %q; want b", v)
	}
}

func TestHostWithoutSharedDataFailsEveryCall(t *testing.T) {
	d := New(None)
	_, _, err := d.Get("k")
	if !errors.Is(err, ErrUnavailable) || !errors.Is(d.Set("k", nil, 0), ErrUnavailable) {
		t.Errorf("got %v; want ErrUnavailable", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
