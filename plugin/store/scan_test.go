package store_test

import (
	"testing"

	"mcponce/host/shareddata"
	"mcponce/plugin/action"
	"mcponce/plugin/store"
	"mcponce/plugin/store/storetest"
)

// filled is a table with so many records that are done.
func filled(t testing.TB, records, filled int) *store.Local {
	t.Helper()
	clock := &storetest.Clock{}
	l, err := store.Open(host{shareddata.New(shareddata.Envoy)}, "1", "", bounds(int64(records)), clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	for n := range filled {
		if _, err := put(l, numbered(n), 1, clock); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// parts scans a table and gives the number of entries in each part.
func parts(t testing.TB, l *store.Local, wanted func(action.Record) bool) (found []int) {
	t.Helper()
	for place := uint32(0); ; {
		l.Scan(place, wanted, func(entries []store.Entry, next uint32, err error) {
			if err != nil {
				t.Fatal(err)
			}
			found, place = append(found, len(entries)), next
		})
		if place == 0 {
			return found
		}
	}
}

func TestAPartOfAScanIsBounded(t *testing.T) {
	const records = 3 * 1024 * 8 // three times the buckets of a part
	l := filled(t, records, 2000)
	if n := len(parts(t, l, func(action.Record) bool { return false })); n != 3 {
		t.Errorf("%d parts of 1024 buckets; want 3", n)
	}
	total := 0
	for _, n := range parts(t, l, func(action.Record) bool { return true }) {
		if total += n; n >= 256+32 {
			t.Errorf("a part has %d entries; want less than 256 and those of one bucket", n)
		}
	}
	if total != 2000 {
		t.Errorf("found %d; want 2000", total)
	}
}

// BenchmarkScan reads one part of a table that is full, of which nothing is wanted.
func BenchmarkScan(b *testing.B) {
	l := filled(b, 1024*8, 1024*8*9/10)
	b.ResetTimer()
	for b.Loop() {
		parts(b, l, func(r action.Record) bool { return r.State == action.InDoubt })
	}
}
