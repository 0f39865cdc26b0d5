package peer

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var errMalformed = errors.New("want a JSON-RPC message")

// message is a request or an answer.
type message struct {
	ID     jsontext.Value `json:"id"`
	Method string         `json:"method"`
	Params struct {
		Name      string         `json:"name"`
		Arguments jsontext.Value `json:"arguments"`
	} `json:"params"`
	Result jsontext.Value `json:"result"`
}

// call is an attempt: a tools/call with a key.
type call struct {
	id          jsontext.Value // of the JSON-RPC request
	action      string         // names what is to happen once
	fingerprint [sha256.Size]byte
}

// readCall reads a body. What is no call, or has no key, is none of ours: nil.
func readCall(body []byte, principal, key string) (*call, error) {
	var m message
	if json.Unmarshal(body, &m) != nil {
		return nil, errMalformed
	}
	if m.Method != "tools/call" || key == "" {
		return nil, nil
	}
	sum, err := fingerprint(m.Params.Arguments)
	if err != nil {
		return nil, errMalformed
	}
	return &call{id: m.ID, action: fmt.Sprintf("%q %q %q", principal, m.Params.Name, key), fingerprint: sum}, nil
}

// fingerprint is equal for arguments that mean the same: the digest of their canonical form, with members sorted and
// numbers as they were written (RFC 8785 would pass them through float64, and merge large integers). It changes arguments.
func fingerprint(arguments jsontext.Value) (sum [sha256.Size]byte, err error) {
	if arguments == nil {
		arguments = jsontext.Value("{}")
	}
	err = arguments.Canonicalize(jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false))
	return sha256.Sum256(arguments), err
}

// resultOf is the result of an answer, or nil.
func resultOf(status int, answer []byte) jsontext.Value {
	var m message
	if status != 200 || json.Unmarshal(answer, &m) != nil {
		return nil
	}
	return m.Result
}

// replayOf is the answer to c with an earlier result.
func replayOf(c *call, result jsontext.Value) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":%s}`, []byte(c.id), []byte(result))
}

// refusal is the answer to a call that is not run. The id is null where none could be read.
func refusal(id jsontext.Value, err error) []byte {
	if id == nil {
		id = jsontext.Value("null")
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-31422,"message":%q}}`, []byte(id), err)
}
