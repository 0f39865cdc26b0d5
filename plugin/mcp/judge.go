package mcp

import (
	"mcponce/plugin/jsonrpc"
	"mcponce/plugin/policy"
)

// Proof is what an answer proves about the call.
type Proof uint8

const (
	// Executed: the outcome is known.
	Executed Proof = iota
	// NotExecuted: by contract the server refused before it executed anything.
	NotExecuted
	// Cancelled: the server says that the call was cancelled, which does not undo an effect.
	Cancelled
	// Repeated: the answer would prove that nothing was executed, but something below sent the call more than once.
	Repeated
	// StatusOnly: an HTTP status that proves nothing.
	StatusOnly
	// CodeOnly: a JSON-RPC error of which the configuration says that it proves nothing.
	CodeOnly
	// Cut: the answer ended before it was whole.
	Cut
	// Unreadable: the answer has a content encoding. It may be a result, or say that nothing was executed.
	Unreadable
	// Nothing: no JSON-RPC answer, though the exchange ended well.
	Nothing
)

// Judge says what a whole exchange proves: the HTTP status of the server's answer, the answer found in its body, and whether
// the body ended in the middle of a message. sends is how often the gateway sent the request, 0 when it does not say.
//
// A result proves under any status that the tool ran, and a cancelled call proves nothing under any. Otherwise the HTTP
// status is looked at before the JSON-RPC code, first in what is configured, then in what is built in.
func Judge(status int, a Answer, cut bool, sends int, configured policy.Outcomes) Proof {
	proof, ok := Proof(0), false
	if a.Kind != NoAnswer || !cut { // what was cut may have become a result
		proof, ok = judgeBy(configured, status, a)
	}
	if !ok {
		proof = judge(status, a)
	}
	switch {
	case proof == NotExecuted && sends > 1:
		return Repeated
	case proof == Nothing && cut:
		return Cut
	default:
		return proof
	}
}

// judgeBy says what the configuration knows of an answer without a result; ok is false where that is nothing. An answer that
// is not read may be a result.
func judgeBy(configured policy.Outcomes, status int, a Answer) (p Proof, ok bool) {
	if a.Kind == ResultAnswer || a.Kind == Unread || a.Kind == Encoded || a.Kind == ErrorAnswer && a.Code == jsonrpc.CodeCancelled {
		return 0, false
	}
	ending, ok := configured.OfStatus(status)
	nothing := StatusOnly
	if !ok && a.Kind == ErrorAnswer {
		ending, ok = configured.OfCode(a.Code)
		nothing = CodeOnly
	}
	switch {
	case !ok:
		return 0, false
	case ending == policy.EndRelease:
		return NotExecuted, true
	case ending == policy.EndDone:
		return Executed, true
	default:
		return nothing, true
	}
}

func judge(status int, a Answer) Proof {
	isError := a.Kind == ErrorAnswer
	unlikely := status == 404 || status >= 300 && status < 400
	switch {
	case a.Kind == Encoded:
		return Unreadable
	case isError && a.Code == jsonrpc.CodeCancelled:
		return Cancelled
	case a.Kind == ResultAnswer && a.InputRequired && !a.Requests:
		return NotExecuted
	case a.Kind == ResultAnswer:
		return Executed
	case a.Kind == Unread && (unlikely || refusedByStatus(status)):
		return StatusOnly // it may be a result
	case refusedByStatus(status), isError && refusedByCode(a.Code):
		return NotExecuted
	case status == 404 && isError && a.Code == jsonrpc.CodeMethodNotFound:
		return NotExecuted
	case unlikely:
		return StatusOnly
	case a.Kind != NoAnswer:
		return Executed
	case status >= 400:
		return StatusOnly
	default:
		return Nothing
	}
}

// refusedByStatus: statuses that servers send before they look at what is to be executed.
func refusedByStatus(status int) bool {
	switch status {
	case 400, 401, 402, 403, 405, 406, 413, 415, 429:
		return true
	}
	return false
}

// refusedByCode: errors that a server finds before it executes a tool. A URL elicitation invites the same call again.
func refusedByCode(code int64) bool {
	switch code {
	case jsonrpc.CodeParse, jsonrpc.CodeHeaderMismatch, jsonrpc.CodeMissingCapability,
		jsonrpc.CodeUnsupportedVersion, jsonrpc.CodeURLElicitationRequired:
		return true
	}
	return false
}
