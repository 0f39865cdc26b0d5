// Package store keeps the records of actions and the bodies of their outcomes.
//
// Store is the interface that the filter works against; Local is the table in the gateway's shared data. Results come by
// callback, so that a store across the network can answer later; Local answers before it returns.
package store

import (
	"errors"

	"mcponce/plugin/action"
)

// Entry is a record with the place that is reserved for its outcome's body. A place is reserved with the entry and never
// changes while the entry stands.
type Entry struct {
	action.Record
	id   action.Digest
	slot uint8
}

// ID is the action that the record is about.
func (e Entry) ID() action.Digest { return e.id }

// Step computes the record that replaces r. It may be called again with a newer record when the replacement lost a race,
// and only its last call counts. ok is false when the step does not apply to r: nothing is written then.
type Step func(r action.Record) (next action.Record, ok bool)

// Store is one set of records. Its methods never block; they call then exactly once.
type Store interface {
	// Update replaces the record of id by what step makes of it, atomically. An action without a record is the zero
	// Record, and a step that leaves it so writes nothing. The Entry is the one that now stands.
	//
	// Errors: ErrNotApplied (the Entry is the one that stands), ErrFull, ErrUnavailable (nothing was written).
	Update(id action.Digest, step Step, then func(Entry, error))

	// Settle is Update for the owner of e, which brings the body of its outcome: the body is written before the record
	// says that it is there. Where there is no room for the body, the record's Outcome.Stored becomes false.
	Settle(e Entry, step Step, body []byte, then func(Entry, error))

	// Body reads the body that was kept with e's outcome; ok is false when it is no longer held or does not belong to it.
	Body(e Entry, then func(body []byte, ok bool))

	// Scan reads a part of the store, from a place on, and finds the records there that are wanted. It begins at place 0; next
	// is the place to go on from, 0 when this part was the last. A part is small enough for a worker to read between two
	// requests, so it may hold nothing that is wanted although a later one does.
	//
	// Each record is at one place for as long as it stands. So a scan of all parts finds no record twice, and every one that stood
	// and was wanted all the while; of those that come, change or end meanwhile it finds some.
	//
	// Errors: ErrNoPlace, ErrUnavailable.
	Scan(place uint32, wanted func(action.Record) bool, then func(found []Entry, next uint32, err error))

	// Born is the wall clock since when records have been kept, in milliseconds since the Unix epoch.
	Born() int64

	// Sweep drops some of what has expired. It is called with every heartbeat.
	Sweep()
}

var (
	// ErrNotApplied: the step does not apply to the record that stands, as when its owner has changed.
	ErrNotApplied = errors.New("store: the record does not allow this change")
	// ErrFull: there is no room for another record.
	ErrFull = errors.New("store: full")
	// ErrNoPlace: the store has no such place to scan from.
	ErrNoPlace = errors.New("store: no such place")
	// ErrUnavailable: the stored data cannot be read or written. The error that wraps it says why.
	ErrUnavailable = errors.New("store: unavailable")

	errRaces   = errors.New("every one of 1,000 compare-and-swaps lost its race")
	errDamaged = errors.New("what is stored was not written by this version of mcponce, or is damaged")
)

func unavailable(why error) error { return unavailableError{why} }

// unavailableError is ErrUnavailable and why.
type unavailableError struct{ why error }

func (e unavailableError) Error() string   { return ErrUnavailable.Error() + ": " + e.why.Error() }
func (e unavailableError) Unwrap() []error { return []error{ErrUnavailable, e.why} }

// SharedData is the gateway's shared data, as far as the local table needs it.
type SharedData interface {
	// Get returns the value and its CAS; found is false when the key was never set.
	Get(key string) (value []byte, cas uint32, found bool, err error)
	// Set stores value if cas is the key's own; stored is false when it is not. A missing key takes any cas.
	Set(key string, value []byte, cas uint32) (stored bool, err error)
}

// neverCurrent is the CAS for "only if the key is absent". Envoy numbers its sets from 1, so a key would hold it only
// right after the 2^32-1st set; and it is used only after the key was seen to be missing.
// Source: proxy-wasm-cpp-host src/shared_data.cc.
const neverCurrent = 0xFFFFFFFF
