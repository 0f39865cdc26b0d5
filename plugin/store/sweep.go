package store

import "mcponce/plugin/action"

// One sweep goes through a part of the table, so that a VM has gone round after roundOfSweeps of them; a larger table than
// mostSwept buckets in each takes longer, since a sweep keeps the worker from other work.
const (
	roundOfSweeps = 256
	leastSwept    = 16
	mostSwept     = 1024
)

// Sweep implements Store: the entries whose retention has ended are dropped from the next buckets, and their bodies. Each
// VM has a place of its own in the table, from which it goes round.
func (l *Local) Sweep() {
	for range min(l.buckets, max(leastSwept, min(mostSwept, l.buckets/roundOfSweeps))) {
		l.sweepBucket(l.sweepAt % l.buckets)
		l.sweepAt++
	}
}

// sweepBucket leaves a bucket alone that changes meanwhile: its writer sweeps it too.
func (l *Local) sweepBucket(index uint32) {
	key := string(l.appendKey("r", index))
	value, cas, err := l.get(key)
	if err != nil || len(value) == 0 {
		return
	}
	b, ok := parseBucket(value)
	if !ok {
		return
	}
	b, dropped := b.dropExpired(l.now(), action.Digest{})
	if len(dropped) == 0 {
		return
	}
	graves := l.graves(dropped)
	if stored, err := l.data.Set(key, b.seal(), cas); err == nil && stored {
		l.charge(-int64(len(dropped)), -l.bury(graves))
	}
}

// grave is the slot of an entry that is to be dropped, as it is while the entry still stands: whatever lies there then
// belongs to nobody once the entry is gone.
type grave struct {
	slot string
	cas  uint32
	cost int64
}

// graves are the slots of the entries that hold something.
func (l *Local) graves(dropped []Entry) []grave {
	var graves []grave
	for _, e := range dropped {
		slot := l.slotKey(e.id, e.slot)
		if value, cas, err := l.get(slot); err == nil && len(value) > 0 {
			graves = append(graves, grave{slot, cas, cost(value)})
		}
	}
	return graves
}

// bury empties the slots, and returns what they cost. A slot that has been written since is left alone: its writer counts
// what was there before.
func (l *Local) bury(graves []grave) (freed int64) {
	for _, g := range graves {
		if stored, err := l.data.Set(g.slot, nil, g.cas); err == nil && stored {
			freed += g.cost
		}
	}
	return freed
}
