package store

import (
	"bytes"
	"encoding/binary"

	"mcponce/plugin/action"
)

// casTries bounds every compare-and-swap loop. Each lost race is another writer's progress, so the bound is met only when
// something is broken.
const casTries = 1000

// Local is the table in the gateway's shared data: buckets chosen by the action's digest, each one shared-data value. One
// compare-and-swap on the bucket is the claim.
//
// A body lies under a key of its own, named by bucket and slot. The slot is reserved in the entry by the same
// compare-and-swap that claims, so a slot has one owner at a time; the body names its record, owner and round, so that a
// body that does not belong is never replayed.
type Local struct {
	data    SharedData
	prefix  string
	buckets uint32
	now     func() action.Now
	born    int64
	bounds  Bounds
	sweepAt uint32 // the bucket that Sweep comes to next
}

// Update implements Store.
func (l *Local) Update(id action.Digest, step Step, then func(Entry, error)) {
	then(l.replace(id, step))
}

func (l *Local) replace(id action.Digest, step Step) (Entry, error) {
	for range casTries {
		b, cas, err := l.read(id)
		if err != nil {
			return Entry{}, err
		}
		e, changed, err := b.apply(id, step)
		if err != nil || !changed {
			return e, err
		}
		if e, stored, err := l.write(b, cas, e); err != nil || stored {
			return e, err
		}
	}
	return Entry{}, unavailable(errRaces)
}

// Settle implements Store.
func (l *Local) Settle(e Entry, step Step, body []byte, then func(Entry, error)) {
	then(l.settle(e, step, body))
}

// settle writes the body, then the record. The slot's CAS is read before the bucket is: if the slot passes to another
// action after the bucket was read, that action writes its body later than this CAS, and the stale write here fails.
func (l *Local) settle(owned Entry, step Step, body []byte) (Entry, error) {
	slot := l.slotKey(owned.id, owned.slot)
	var written []byte // what this call has put into the slot
	for range casTries {
		old, slotCAS, err := l.get(slot)
		if err != nil {
			return Entry{}, err
		}
		b, cas, err := l.read(owned.id)
		if err != nil {
			return Entry{}, err
		}
		e, changed, err := b.apply(owned.id, step)
		if err != nil || !changed {
			if written != nil && bytes.Equal(old, written) { // the record went while its body came
				l.charge(0, -l.bury([]grave{{slot, slotCAS, cost(old)}}))
			}
			return e, err
		}
		sealed := sealBody(e, body)
		kept, current, err := l.keep(slot, old, sealed, slotCAS)
		if err != nil {
			return Entry{}, err
		}
		if !current {
			continue
		}
		if e.Outcome.Stored = kept; kept {
			written = sealed
		}
		if e, stored, err := l.write(b, cas, e); err != nil || stored {
			return e, err
		}
	}
	return Entry{}, unavailable(errRaces)
}

// keep writes a body into a slot over an old value, if the bound on bytes allows it; kept is false when it does not.
// current is false when the slot holds another value by now.
func (l *Local) keep(slot string, old, value []byte, cas uint32) (kept, current bool, err error) {
	more := cost(value) - cost(old)
	if !l.charge(0, max(0, more)) {
		return false, true, nil
	}
	stored, err := l.data.Set(slot, value, cas)
	if stored {
		l.charge(0, min(0, more))
	} else {
		l.charge(0, -max(0, more))
	}
	if err != nil {
		return false, false, unavailable(err)
	}
	return stored, stored, nil
}

// Body implements Store.
func (l *Local) Body(e Entry, then func([]byte, bool)) {
	value, _, err := l.get(l.slotKey(e.id, e.slot))
	if err != nil {
		then(nil, false)
		return
	}
	then(openBody(e, value))
}

// apply computes what step makes of id's entry. A record that would become absent is left for dropExpired.
func (b bucket) apply(id action.Digest, step Step) (e Entry, changed bool, err error) {
	e = Entry{id: id}
	if i := b.find(id); i >= 0 {
		if e = readEntry(b.at(i)); !e.Valid() {
			return e, false, unavailable(errDamaged)
		}
	}
	next, ok := step(e.Record)
	if !ok {
		return e, false, ErrNotApplied
	}
	changed = next != e.Record && next.State != action.Absent
	e.Record = next
	return e, changed, nil
}

// write puts e into the bucket and stores it if the stored one still is the one that was read. Room is made by dropping
// the entries whose retention has ended.
func (l *Local) write(b bucket, cas uint32, e Entry) (Entry, bool, error) {
	b, dropped := b.dropExpired(l.now(), e.id)
	i, more := b.find(e.id), -int64(len(dropped))
	if i < 0 {
		if b.len() >= bucketEntries {
			return Entry{}, false, ErrFull
		}
		i, more, e.slot = b.len(), more+1, b.freeSlot()
		b = append(b, make([]byte, entrySize)...)
	}
	if !l.charge(max(0, more), 0) {
		return Entry{}, false, ErrFull
	}
	putEntry(b.at(i), e)
	graves := l.graves(dropped)
	stored, err := l.data.Set(l.bucketKey(e.id), b.seal(), cas)
	if stored {
		l.charge(min(0, more), -l.bury(graves))
	} else {
		l.charge(-max(0, more), 0)
	}
	if err != nil {
		return Entry{}, false, unavailable(err)
	}
	return e, stored, nil
}

// read returns the bucket of id and the CAS that replaces it.
func (l *Local) read(id action.Digest) (bucket, uint32, error) {
	value, cas, err := l.get(l.bucketKey(id))
	if err != nil {
		return nil, 0, err
	}
	b, ok := parseBucket(value)
	if !ok {
		return nil, 0, unavailable(errDamaged)
	}
	return b, cas, nil
}

// get returns the value under key, empty when the key was never set, and the CAS that replaces just this value.
func (l *Local) get(key string) ([]byte, uint32, error) {
	value, cas, found, err := l.data.Get(key)
	if err != nil {
		return nil, 0, unavailable(err)
	}
	if !found {
		return nil, neverCurrent, nil
	}
	return value, cas, nil
}

func (l *Local) bucketKey(id action.Digest) string {
	return string(l.appendKey("r", l.bucketOf(id)))
}

func (l *Local) slotKey(id action.Digest, slot uint8) string {
	return string(append(l.appendKey("b", l.bucketOf(id)), slot))
}

func (l *Local) bucketOf(id action.Digest) uint32 {
	return uint32(binary.LittleEndian.Uint64(id[:]) % uint64(l.buckets))
}

func (l *Local) appendKey(kind string, bucket uint32) []byte {
	return binary.LittleEndian.AppendUint32([]byte(l.prefix+kind), bucket)
}
