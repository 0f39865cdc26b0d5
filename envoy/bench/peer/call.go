package peer

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
)

var errMalformed = errors.New("want a JSON-RPC message")

// call is an attempt: a tools/call with a key.
type call struct {
	id          []byte // of the JSON-RPC request, JSON
	action      string // names what is to happen once
	fingerprint [sha256.Size]byte
}

// readCall reads a body. What is no call, or has no key, is none of ours: nil.
func readCall(body []byte, principal, key string) (*call, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber() // a float64 would merge large integers
	var message map[string]any
	if err := decoder.Decode(&message); err != nil {
		return nil, errMalformed
	}
	params, _ := message["params"].(map[string]any)
	if message["method"] != "tools/call" || params == nil || key == "" {
		return nil, nil
	}
	id, err := json.Marshal(message["id"])
	if err != nil {
		return nil, errMalformed
	}
	sum, err := fingerprint(params["arguments"])
	return &call{id: id, action: fmt.Sprintf("%q %q %q", principal, params["name"], key), fingerprint: sum}, err
}

// fingerprint is equal for arguments that mean the same: the digest of their canonical form, with members sorted and
// numbers as they were written.
func fingerprint(arguments any) (sum [sha256.Size]byte, err error) {
	canonical, err := json.Marshal(arguments) // sorts
	return sha256.Sum256(canonical), err
}

// resultOf is the result of an answer, or nil.
func resultOf(status int, answer []byte) json.RawMessage {
	var message struct {
		Result json.RawMessage `json:"result"`
	}
	if status != 200 || json.Unmarshal(answer, &message) != nil {
		return nil
	}
	return message.Result
}

// replayOf is the answer to c with an earlier result.
func replayOf(c *call, result json.RawMessage) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":%s}`, c.id, result)
}

// refusal is the answer to a call that is not run. The id is null where none could be read.
func refusal(id []byte, err error) []byte {
	if id == nil {
		id = []byte("null")
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-31422,"message":%q}}`, id, err)
}
