package store

import "encoding/binary"

// A kept body costs more than its bytes. bodyOverhead is its key and the gateway's bookkeeping. Envoy's allocator rounds up
// to size classes, which adds 2 to 24 parts in a hundred, depending on the size; roundingShare lies in the middle. Measured
// by BenchmarkCostOfAnEntry in package envoy.
const (
	bodyOverhead  = 128
	roundingShare = 8 // one part in so many
)

// usage is how much of the table is in use, over all VMs. It is kept beside the buckets, not in one step with them: a VM
// that dies between two writes leaves it a little off.
type usage struct{ records, bytes int64 }

const usageSize = 16

// charge adds to the usage, and answers false, adding nothing, when a bound would be passed or the usage cannot be
// written. Negative amounts give back and never pass a bound: what may turn out to be less than was charged is charged
// first and given back afterwards, never the other way round.
func (l *Local) charge(records, bytes int64) bool {
	if records == 0 && bytes == 0 {
		return true
	}
	key := l.prefix + "usage"
	for range casTries {
		value, cas, err := l.get(key)
		if err != nil || len(value) != 0 && len(value) != usageSize {
			return false
		}
		var u usage
		if len(value) == usageSize {
			u.records = int64(binary.LittleEndian.Uint64(value))
			u.bytes = int64(binary.LittleEndian.Uint64(value[8:]))
		}
		u.records, u.bytes = u.records+records, u.bytes+bytes
		if records > 0 && u.records > l.bounds.Records || bytes > 0 && u.bytes > l.bounds.Bytes {
			return false
		}
		next := binary.LittleEndian.AppendUint64(make([]byte, 0, usageSize), uint64(u.records))
		next = binary.LittleEndian.AppendUint64(next, uint64(u.bytes))
		if stored, err := l.data.Set(key, next, cas); err != nil {
			return false
		} else if stored {
			l.bounds.Changed(records, bytes)
			return true
		}
	}
	return false
}

// cost is what a slot's value counts for against the bound on bytes.
func cost(value []byte) int64 {
	if len(value) == 0 {
		return 0
	}
	return int64(len(value) + len(value)/roundingShare + bodyOverhead)
}
