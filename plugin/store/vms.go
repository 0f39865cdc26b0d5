package store

import (
	"encoding/binary"
	"errors"
)

// vmsKey counts the VMs that were started on the shared data. It belongs to no epoch.
const vmsKey = "mcponce/vms"

// TakeSlot returns a number that no other VM on the same shared data has or had, from 0.
func TakeSlot(data SharedData) (uint32, error) {
	for range casTries {
		value, cas, found, err := data.Get(vmsKey)
		if err != nil {
			return 0, ErrUnavailable
		}
		next := uint32(0)
		if !found {
			cas = neverCurrent
		} else if len(value) == 4 {
			next = binary.LittleEndian.Uint32(value)
		} else {
			return 0, errors.New("store: " + vmsKey + " holds something else than a count")
		}
		stored, err := data.Set(vmsKey, binary.LittleEndian.AppendUint32(nil, next+1), cas)
		if err != nil {
			return 0, ErrUnavailable
		}
		if stored {
			return next, nil
		}
	}
	return 0, ErrUnavailable
}
