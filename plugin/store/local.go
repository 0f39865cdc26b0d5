package store

import (
	"encoding/binary"
	"time"

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
	clock   func() time.Duration
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
	return Entry{}, ErrUnavailable
}

// Settle implements Store.
func (l *Local) Settle(e Entry, step Step, body []byte, then func(Entry, error)) {
	then(l.settle(e, step, body))
}

// settle writes the body, then the record. The slot's CAS is read before the bucket is: if the slot passes to another
// action after the bucket was read, that action writes its body later than this CAS, and the stale write here fails.
func (l *Local) settle(owned Entry, step Step, body []byte) (Entry, error) {
	slot := l.slotKey(owned.id, owned.slot)
	for range casTries {
		_, slotCAS, err := l.get(slot)
		if err != nil {
			return Entry{}, err
		}
		b, cas, err := l.read(owned.id)
		if err != nil {
			return Entry{}, err
		}
		e, changed, err := b.apply(owned.id, step)
		if err != nil || !changed {
			return e, err
		}
		if stored, err := l.data.Set(slot, sealBody(e, body), slotCAS); err != nil {
			return Entry{}, ErrUnavailable
		} else if !stored {
			continue
		}
		if e, stored, err := l.write(b, cas, e); err != nil || stored {
			return e, err
		}
	}
	return Entry{}, ErrUnavailable
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
		e = readEntry(b.at(i))
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
	b, dropped := b.dropExpired(l.clock(), e.id)
	i := b.find(e.id)
	if i < 0 {
		if b.len() >= bucketEntries {
			return Entry{}, false, ErrFull
		}
		i, e.slot = b.len(), b.freeSlot()
		b = append(b, make([]byte, entrySize)...)
	}
	putEntry(b.at(i), e)
	stored, err := l.data.Set(l.bucketKey(e.id), b.seal(), cas)
	if err != nil {
		return Entry{}, false, ErrUnavailable
	}
	if stored {
		l.bury(dropped)
	}
	return e, stored, nil
}

// bury empties the slots of entries that are gone. A slot that already belongs to another action is left alone.
func (l *Local) bury(gone []Entry) {
	for _, e := range gone {
		key := l.slotKey(e.id, e.slot)
		if value, cas, err := l.get(key); err == nil && bodyOf(e.id, value) {
			_, _ = l.data.Set(key, nil, cas) // else the slot has a new owner, or keeps its bytes until it is used again
		}
	}
}

// read returns the bucket of id and the CAS that replaces it.
func (l *Local) read(id action.Digest) (bucket, uint32, error) {
	value, cas, err := l.get(l.bucketKey(id))
	if err != nil {
		return nil, 0, err
	}
	b, ok := parseBucket(value)
	if !ok {
		return nil, 0, ErrUnavailable
	}
	return b, cas, nil
}

// get returns the value under key, empty when the key was never set, and the CAS that replaces just this value.
func (l *Local) get(key string) ([]byte, uint32, error) {
	value, cas, found, err := l.data.Get(key)
	if err != nil {
		return nil, 0, ErrUnavailable
	}
	if !found {
		return nil, neverCurrent, nil
	}
	return value, cas, nil
}

func (l *Local) bucketKey(id action.Digest) string {
	return string(l.appendBucket("r", id))
}

func (l *Local) slotKey(id action.Digest, slot uint8) string {
	return string(append(l.appendBucket("b", id), slot))
}

func (l *Local) appendBucket(kind string, id action.Digest) []byte {
	index := uint32(binary.LittleEndian.Uint64(id[:]) % uint64(l.buckets))
	return binary.LittleEndian.AppendUint32([]byte(l.prefix+kind), index)
}
