package mcp

import (
	"encoding/binary"

	"golang.org/x/crypto/blake2b"
)

// Digest is the hash of whatever is told apart by one: BLAKE2b-256 (RFC 7693), which V8 runs more than twice as fast as SHA-256.
func Digest(data []byte) [32]byte { return blake2b.Sum256(data) }

// digestOf hashes parts so that no two different lists of parts have the same input.
func digestOf(parts ...string) [32]byte {
	var input []byte
	for _, part := range parts {
		input = binary.LittleEndian.AppendUint32(input, uint32(len(part)))
		input = append(input, part...)
	}
	return Digest(input)
}
