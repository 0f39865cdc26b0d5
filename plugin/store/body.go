package store

import (
	"encoding/binary"
	"hash/crc32"

	"mcponce/plugin/action"
)

// A body is the value of one slot key: whose outcome it is, then the outcome's bytes as the filter gave them.
//
//	magic "mb", version, reserved byte, CRC-32C of all that follows, record id, owner token, round, two reserved bytes, bytes
const (
	bodyMagic   = "mb"
	bodyVersion = 1
	bodyIDAt    = 8
	bodyOwnerAt = bodyIDAt + 32
	bodyRoundAt = bodyOwnerAt + ownerSize
	bodyStart   = bodyRoundAt + 4
)

func sealBody(e Entry, content []byte) []byte {
	value := make([]byte, bodyStart+len(content))
	copy(value, bodyMagic)
	value[2] = bodyVersion
	copy(value[bodyIDAt:], e.id[:])
	putOwner(value[bodyOwnerAt:], e.Owner)
	binary.LittleEndian.PutUint16(value[bodyRoundAt:], e.Round)
	copy(value[bodyStart:], content)
	binary.LittleEndian.PutUint32(value[4:], crc32.Checksum(value[bodyIDAt:], castagnoli))
	return value
}

// openBody returns the content of a slot if it is the body of e's outcome and of no other.
func openBody(e Entry, value []byte) ([]byte, bool) {
	if len(value) < bodyStart || string(value[:2]) != bodyMagic || value[2] != bodyVersion {
		return nil, false
	}
	if action.Digest(value[bodyIDAt:bodyOwnerAt]) != e.id || readOwner(value[bodyOwnerAt:]) != e.Owner ||
		binary.LittleEndian.Uint16(value[bodyRoundAt:]) != e.Round {
		return nil, false
	}
	if binary.LittleEndian.Uint32(value[4:]) != crc32.Checksum(value[bodyIDAt:], castagnoli) {
		return nil, false
	}
	return value[bodyStart:], true
}
