package peer

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
)

// message is a request or an answer.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params *params         `json:"params"`
	Result json.RawMessage `json:"result"`
}

type params struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// fingerprint is equal for arguments that mean the same: the digest of their canonical form, with members sorted and
// numbers as they were written.
func fingerprint(arguments []byte) (sum [sha256.Size]byte, err error) {
	if arguments == nil {
		arguments = []byte("{}")
	}
	decoder := json.NewDecoder(bytes.NewReader(arguments))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return sum, err
	}
	canonical, err := json.Marshal(value) // sorts
	return sha256.Sum256(canonical), err
}
