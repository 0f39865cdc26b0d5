package sizing

import (
	"encoding/binary"
	"testing"
	"time"

	"mcponce/host/shareddata"
	"mcponce/plugin/action"
	"mcponce/plugin/store"
)

// shared is shared data as the store asks for it.
type shared struct{ *shareddata.Data }

func (s shared) Get(key string) ([]byte, uint32, bool, error) {
	value, cas, err := s.Data.Get(key)
	return value, cas, err == nil, nil
}

func (s shared) Set(key string, value []byte, cas uint32) (bool, error) {
	return s.Data.Set(key, value, cas) == nil, nil
}

// keptOutcomes fills the store with outcomes of so many bytes, and counts those that it keeps.
func keptOutcomes(t *testing.T, table Table, result int) (kept int64) {
	t.Helper()
	bounds := store.Bounds{Records: int64(table.Records), Bytes: table.Bytes, Changed: func(_, bytes int64) {
		if bytes > 0 {
			kept++
		}
	}}
	now := func() action.Now { return action.Now{Mono: time.Hour} }
	local, err := store.Open(shared{shareddata.New(shareddata.Envoy)}, "1", "", bounds, now)
	if err != nil {
		t.Fatal(err)
	}
	owner, content := action.Owner{Call: 1}, make([]byte, result)
	for n := range table.Records / 2 {
		var id action.Digest
		binary.LittleEndian.PutUint64(id[:], uint64(n+1)*0x9E3779B97F4A7C15) // spread over the buckets
		var entry store.Entry
		took := func(e store.Entry, err error) {
			if entry = e; err != nil {
				t.Fatalf("action %d: %v", n, err)
			}
		}
		local.Update(id, func(action.Record) (action.Record, bool) {
			return action.Record{State: action.Pending, Owner: owner, Retention: time.Hour, Changed: now().Mono}, true
		}, took)
		local.Settle(entry, func(r action.Record) (action.Record, bool) {
			return action.Settle(r, owner, action.Outcome{Stored: true}, action.Mark{}, action.Now{Mono: now().Mono})
		}, content, took)
	}
	return kept
}

func TestStoreKeepsAsManyOutcomesAsTheFormulaSays(t *testing.T) {
	const result = 1 << 10
	table := Table{Records: 4096, Bytes: 1 << 20, Tick: time.Second}
	kept, want := keptOutcomes(t, table, result), table.Outcomes(result)
	if kept < want || kept > want*105/100 { // the envelope that the filter puts around a result is not here
		t.Errorf("the store keeps %d outcomes, the formula says %d", kept, want)
	}
}
