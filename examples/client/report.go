package client

import "encoding/json"

// Report is what the retry example prints as its last line, for programs that run it.
type Report struct {
	FirstError string          `json:"first_error"` // what the SDK said about the cut; empty: it was not cut
	FirstID    json.RawMessage `json:"first_id"`    // JSON-RPC ids as they were sent; null: not sent
	RetryID    json.RawMessage `json:"retry_id"`    // of the last call
	Receipt    string          `json:"receipt"`     // what the retry got; empty: no result
	Replayed   bool            `json:"replayed"`
}
