package store

import (
	"encoding/binary"
	"hash/crc32"
	"time"

	"mcponce/plugin/action"
)

// A bucket is the value of one shared-data key: a header and a short list of entries of fixed size, in no order.
//
//	header: magic "mo", version, entry count, CRC-32C of all that follows (little endian)
//	entry:  see putEntry
//
// Everything read is untrusted: another program, or another version of this one, may have written it.
const (
	bucketMagic   = "mo"
	bucketVersion = 1
	headerSize    = 8
	entrySize     = 212
	// bucketEntries bounds a bucket, and so the body slots of a bucket, which are numbered below it.
	bucketEntries = 32
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

type bucket []byte

// parseBucket checks the frame of a stored bucket. An empty value is an empty bucket.
func parseBucket(value []byte) (bucket, bool) {
	if len(value) == 0 {
		return make(bucket, headerSize, headerSize+entrySize), true
	}
	if len(value) < headerSize || string(value[:2]) != bucketMagic || value[2] != bucketVersion {
		return nil, false
	}
	n := int(value[3])
	if n > bucketEntries || len(value) != headerSize+n*entrySize {
		return nil, false
	}
	if binary.LittleEndian.Uint32(value[4:]) != crc32.Checksum(value[headerSize:], castagnoli) {
		return nil, false
	}
	return bucket(value), true
}

// seal writes the header and returns the value to be stored.
func (b bucket) seal() []byte {
	copy(b, bucketMagic)
	b[2], b[3] = bucketVersion, byte(b.len())
	binary.LittleEndian.PutUint32(b[4:], crc32.Checksum(b[headerSize:], castagnoli))
	return b
}

func (b bucket) len() int { return (len(b) - headerSize) / entrySize }

func (b bucket) at(i int) []byte {
	start := headerSize + i*entrySize
	return b[start : start+entrySize : start+entrySize]
}

// find returns the position of id's entry, or -1.
func (b bucket) find(id action.Digest) int {
	for i := range b.len() {
		if action.Digest(b.at(i)[:len(id)]) == id {
			return i
		}
	}
	return -1
}

// freeSlot returns a body slot that no entry of the bucket has reserved. There is one whenever there is room for an
// entry.
func (b bucket) freeSlot() uint8 {
	var used uint64
	for i := range b.len() {
		used |= 1 << b.at(i)[slotAt]
	}
	slot := uint8(0)
	for used&(1<<slot) != 0 {
		slot++
	}
	return slot
}

// dropExpired returns the bucket without the entries whose retention has ended, and those entries. keep is never dropped.
func (b bucket) dropExpired(now action.Now, keep action.Digest) (bucket, []Entry) {
	var dropped []Entry
	kept := b[:headerSize]
	for i := range b.len() {
		e := readEntry(b.at(i))
		if e.id != keep && e.Live(now).State == action.Absent {
			dropped = append(dropped, e)
			continue
		}
		kept = append(kept, b.at(i)...)
	}
	return kept, dropped
}

// The layout of an entry, in bytes from its start. Integers are little endian, times are nanoseconds.
const (
	idAt          = 0
	fingerprintAt = 32
	askedAt       = 64
	inputAt       = 80
	beforeAskedAt = 96
	stateAt       = 112
	slotAt        = 113
	roundAt       = 114
	reasonAt      = 116
	classAt       = 117
	waitingAt     = 118
	storedAt      = 120
	deliveredAt   = 121
	undoneAt      = 122 // whether beforeAskedAt and otherAt tell of the round that was undone
	reservedAt    = 123 // a byte, zero
	sizeAt        = 124
	attemptsAt    = 128
	ownerAt       = 132
	otherAt       = ownerAt + ownerSize // the owner of the round before or of the one undone; else, in round 0, the client
	firstSeenAt   = otherAt + ownerSize
	changedAt     = firstSeenAt + 8
	retentionAt   = changedAt + 8
	waitersAt     = retentionAt + 8
	digestAt      = waitersAt + 8
)

func putEntry(p []byte, e Entry) {
	le := binary.LittleEndian
	copy(p[idAt:], e.id[:])
	copy(p[fingerprintAt:], e.Fingerprint[:])
	copy(p[askedAt:], e.Asked[:])
	copy(p[inputAt:], e.Input[:])
	copy(p[beforeAskedAt:], e.Before.Asked[:])
	p[stateAt], p[slotAt] = byte(e.State), e.slot
	le.PutUint16(p[roundAt:], e.Round)
	p[reasonAt], p[classAt] = byte(e.Reason), byte(e.Outcome.Class)
	clear(p[storedAt:sizeAt])
	p[storedAt], p[deliveredAt] = flag(e.Outcome.Stored), flag(e.Delivered)
	le.PutUint16(p[waitingAt:], e.Waiting)
	le.PutUint32(p[sizeAt:], e.Outcome.Size)
	le.PutUint32(p[attemptsAt:], e.Attempts)
	putOwner(p[ownerAt:], e.Owner)
	switch {
	case e.Undone != (action.Before{}):
		p[undoneAt] = 1
		copy(p[beforeAskedAt:], e.Undone.Asked[:])
		putOwner(p[otherAt:], e.Undone.Owner)
	case e.Round == 0:
		putOwner(p[otherAt:], e.Client)
	default:
		putOwner(p[otherAt:], e.Before.Owner)
	}
	le.PutUint64(p[firstSeenAt:], uint64(e.FirstSeen))
	le.PutUint64(p[changedAt:], uint64(e.Changed))
	le.PutUint64(p[retentionAt:], uint64(e.Retention))
	le.PutUint64(p[waitersAt:], e.Waiters)
	copy(p[digestAt:], e.Outcome.Digest[:])
}

func flag(set bool) byte {
	if set {
		return 1
	}
	return 0
}

func readEntry(p []byte) Entry {
	le := binary.LittleEndian
	e := Entry{
		id:   action.Digest(p[idAt:fingerprintAt]),
		slot: p[slotAt],
		Record: action.Record{
			State:       action.State(p[stateAt]),
			Fingerprint: action.Digest(p[fingerprintAt:askedAt]),
			Asked:       action.Mark(p[askedAt:inputAt]),
			Input:       action.Mark(p[inputAt:beforeAskedAt]),
			Before: action.Before{
				Owner: readOwner(p[otherAt:]),
				Asked: action.Mark(p[beforeAskedAt:stateAt]),
			},
			Round:     le.Uint16(p[roundAt:]),
			Reason:    action.Reason(p[reasonAt]),
			Owner:     readOwner(p[ownerAt:]),
			Attempts:  le.Uint32(p[attemptsAt:]),
			FirstSeen: int64(le.Uint64(p[firstSeenAt:])),
			Changed:   time.Duration(le.Uint64(p[changedAt:])),
			Retention: time.Duration(le.Uint64(p[retentionAt:])),
			Waiters:   le.Uint64(p[waitersAt:]),
			Waiting:   le.Uint16(p[waitingAt:]),
			Delivered: p[deliveredAt] == 1,
			Outcome: action.Outcome{
				Class:  action.Class(p[classAt]),
				Size:   le.Uint32(p[sizeAt:]),
				Digest: [16]byte(p[digestAt:entrySize]),
				Stored: p[storedAt] == 1,
			},
		},
	}
	switch {
	case p[undoneAt] == 1:
		e.Undone, e.Before = e.Before, action.Before{}
	case e.Round == 0:
		e.Client, e.Before.Owner = e.Before.Owner, action.Owner{}
	}
	return e
}

// ownerSize is the length of an owner token: slot, incarnation, call.
const ownerSize = 16

func putOwner(p []byte, o action.Owner) {
	le := binary.LittleEndian
	le.PutUint32(p, o.Slot)
	le.PutUint32(p[4:], o.Incarnation)
	le.PutUint64(p[8:], o.Call)
}

func readOwner(p []byte) action.Owner {
	le := binary.LittleEndian
	return action.Owner{Slot: le.Uint32(p), Incarnation: le.Uint32(p[4:]), Call: le.Uint64(p[8:])}
}
