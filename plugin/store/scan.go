package store

import "mcponce/plugin/action"

// A part that Scan reads ends after so many buckets, or with the bucket that brings what was found to so many entries.
const (
	mostScanned = 1024
	mostFound   = 256
)

// Scan implements Store. A place is the number of a bucket.
func (l *Local) Scan(place uint32, wanted func(action.Record) bool, then func([]Entry, uint32, error)) {
	then(l.scan(place, wanted))
}

func (l *Local) scan(place uint32, wanted func(action.Record) bool) (found []Entry, next uint32, err error) {
	if place >= l.buckets {
		return nil, 0, ErrNoPlace
	}
	now := l.now()
	for end := place + min(mostScanned, l.buckets-place); place < end && len(found) < mostFound; place++ {
		if found, err = l.scanBucket(place, now, wanted, found); err != nil {
			return nil, 0, err
		}
	}
	return found, place % l.buckets, nil
}

// scanBucket appends what is wanted of a bucket.
func (l *Local) scanBucket(index uint32, now action.Now, wanted func(action.Record) bool, found []Entry) ([]Entry, error) {
	value, _, err := l.get(string(l.appendKey("r", index)))
	if err != nil || len(value) == 0 {
		return found, err
	}
	b, ok := parseBucket(value)
	if !ok {
		return nil, unavailable(errDamaged)
	}
	for i := range b.len() {
		e := readEntry(b.at(i))
		if !e.Valid() {
			return nil, unavailable(errDamaged)
		}
		if e.Record = e.Live(now); e.State != action.Absent && wanted(e.Record) {
			found = append(found, e)
		}
	}
	return found, nil
}
