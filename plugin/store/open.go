package store

import (
	"errors"
	"math/rand/v2"
	"strconv"

	"mcponce/plugin/action"
)

// bucketLoad is how many records a bucket is meant to hold when the table holds as many as it is configured for. The rest
// of bucketEntries is room for uneven spread.
const bucketLoad = 8

// Bounds are how much a table holds, over all VMs.
type Bounds struct {
	Records int64 // entries; past it, new actions are refused
	Bytes   int64 // of kept bodies with their overhead; past it, outcomes are recorded without their bodies
	// Changed is told what this VM adds to the usage, or takes away.
	Changed func(records, bytes int64)
}

// Open returns the local table of an epoch: tables of different epochs do not see each other. identity is the text of
// everything that names an action. It and the number of buckets, which follows from the bound on records, are written
// into the table by whoever opens it first, and an opener that differs is refused, since it would look for the same
// action in another place. data is what Detect returned. now gives the present moment, by clocks that are the same for all
// threads.
func Open(data SharedData, epoch, identity string, bounds Bounds, now func() action.Now) (*Local, error) {
	l := &Local{
		data:    data,
		prefix:  "mcponce/" + epoch + "/",
		buckets: uint32(max(1, (bounds.Records+bucketLoad-1)/bucketLoad)),
		now:     now,
		bounds:  bounds,
	}
	l.sweepAt = rand.Uint32N(l.buckets)
	own := "mcponce table " + strconv.Itoa(bucketVersion) + ", " + strconv.Itoa(int(l.buckets)) + " buckets, " + identity
	first, err := l.createOrRead("meta", []byte(own))
	if err != nil {
		return nil, err
	}
	if first != own {
		return nil, errors.New("store.epoch " + strconv.Quote(epoch) + " was opened by a configuration with [" + first +
			"], this one has [" + own + "]: name another store.epoch (records of the old one are then no longer seen)")
	}
	born, err := l.createOrRead("born", strconv.AppendInt(nil, now().Wall, 10))
	if err != nil {
		return nil, err
	}
	if l.born, err = strconv.ParseInt(born, 10, 64); err != nil {
		return nil, unavailable(errDamaged)
	}
	return l, nil
}

// Born implements Store.
func (l *Local) Born() int64 { return l.born }

// createOrRead writes value under the table's key if nothing is there, and returns what is there then.
func (l *Local) createOrRead(key string, value []byte) (string, error) {
	for range casTries {
		there, cas, err := l.get(l.prefix + key)
		if err != nil {
			return "", err
		}
		if cas != neverCurrent {
			return string(there), nil
		}
		if _, err := l.data.Set(l.prefix+key, value, neverCurrent); err != nil {
			return "", unavailable(err)
		}
	}
	return "", unavailable(errRaces)
}
