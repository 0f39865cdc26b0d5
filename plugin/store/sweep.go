package store

import "mcponce/plugin/action"

// Sweep drops the entries whose retention has ended from the next n buckets, and their bodies. Each VM has a place of its
// own in the table, from which it goes round.
func (l *Local) Sweep(n int) {
	for range min(n, int(l.buckets)) {
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
	b, dropped := b.dropExpired(l.clock(), action.Digest{})
	if len(dropped) == 0 {
		return
	}
	if stored, err := l.data.Set(key, b.seal(), cas); err == nil && stored {
		l.bury(dropped)
	}
}
