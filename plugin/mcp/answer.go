package mcp

import (
	"strconv"
	"time"

	"mcponce/plugin/jsonrpc"
)

// Answer is what a server's response message says.
type Answer struct {
	Kind  AnswerKind
	Value []byte // raw result or error, a part of the message; nil when Kind is NoAnswer or Unread
	Code  int64  // of an error

	IsError       bool // a result with isError true
	InputRequired bool // a result that asks for another round (MCP 2026-07-28, multi round-trip requests)
	Requests      bool // ... and says what it needs; without it nothing was done ("load shedding")
	// Task: a result that stands for a task (extension io.modelcontextprotocol/tasks of MCP 2026-07-28).
	Task bool
	// TTL is how long the task that a result stands for can be asked for; 0 when it is no task, or does not say.
	TTL time.Duration
	// State is the digest of the result's requestState; zero when it has none.
	State [32]byte
}

// AnswerKind says what a message is.
type AnswerKind uint8

const (
	// NoAnswer: no JSON-RPC response.
	NoAnswer AnswerKind = iota
	// ResultAnswer: a response with a result.
	ResultAnswer
	// ErrorAnswer: a response with an error.
	ErrorAnswer
	// Unread: a response whose contents are not known, since it has more bytes than are kept or is not UTF-8.
	Unread
	// Encoded: a body with a content encoding, of which not even the kind is known.
	Encoded
)

// readAnswer reads a whole message. Its id is not looked at: servers mangle ids, and one exchange has one response. A
// message with a method is the server's own request or notification.
func readAnswer(message []byte, shape *skeleton) Answer {
	doc, err := jsonrpc.Parse(message)
	if err != nil {
		if syntax, ok := err.(*jsonrpc.SyntaxError); ok && syntax.Reason == jsonrpc.Encoding && shape.isAnswer() {
			return Answer{Kind: Unread}
		}
		return Answer{}
	}
	if _, ok := doc.Member(0, "method"); ok {
		return Answer{}
	}
	result, hasResult := doc.Member(0, "result")
	e, hasError := doc.Member(0, "error")
	if hasError && (!hasResult || doc.Tokens[result].Kind == jsonrpc.Null) { // JSON-RPC 1.0 has "result": null beside the error
		if code, ok := doc.Member(e, "code"); ok && doc.Tokens[code].Kind == jsonrpc.Number {
			number, _ := strconv.ParseFloat(string(doc.Raw(code)), 64) // too large for one is no known code
			return Answer{Kind: ErrorAnswer, Value: doc.Raw(e), Code: int64(number)}
		}
	}
	if hasResult {
		return readResult(doc, result)
	}
	return Answer{}
}

func readResult(doc *jsonrpc.Doc, result int) Answer {
	is := func(name string, kind jsonrpc.Kind) (value int, ok bool) {
		value, ok = doc.Member(result, name)
		return value, ok && doc.Tokens[value].Kind == kind
	}
	a := Answer{Kind: ResultAnswer, Value: doc.Raw(result)}
	_, a.IsError = is("isError", jsonrpc.True)
	if kind, ok := is("resultType", jsonrpc.String); ok {
		a.InputRequired = doc.TextIs(kind, "input_required")
		a.Task = doc.TextIs(kind, "task")
	}
	if ttl, ok := is("ttlMs", jsonrpc.Number); ok && a.Task {
		a.TTL = milliseconds(doc.Raw(ttl))
	} else if task, ok := is("task", jsonrpc.Object); ok { // MCP 2025-11-25
		if ttl, ok := doc.Member(task, "ttl"); ok && doc.Tokens[ttl].Kind == jsonrpc.Number {
			a.TTL = milliseconds(doc.Raw(ttl))
		}
	}
	if a.InputRequired {
		a.Requests = asks(doc, result)
		if state, ok := is("requestState", jsonrpc.String); ok {
			a.State = stateDigest(doc.Text(state))
		}
	}
	return a
}

// longestTTL bounds what a task says of its time: longer is as good as not said.
const longestTTL = 100 * 365 * 24 * time.Hour

// milliseconds is the time that a number of them stands for, at least one.
func milliseconds(number []byte) time.Duration {
	ms, _ := strconv.ParseFloat(string(number), 64)
	return time.Duration(min(max(ms, 1), float64(longestTTL/time.Millisecond))) * time.Millisecond
}

// asks: the result holds requests. Only what is absent, null or empty proves that there are none.
func asks(doc *jsonrpc.Doc, result int) bool {
	requests, ok := doc.Member(result, "inputRequests")
	if !ok {
		return false
	}
	switch t := doc.Tokens[requests]; t.Kind {
	case jsonrpc.Null:
		return false
	case jsonrpc.Object, jsonrpc.Array:
		return int(t.Next) > requests+1
	default:
		return true
	}
}

// isNotification: the message has a method and no id, so that nobody waits for an answer to it.
func isNotification(message []byte) bool {
	doc, err := jsonrpc.Parse(message)
	if err != nil {
		return false
	}
	_, hasMethod := doc.Member(0, "method")
	_, hasID := doc.Member(0, "id")
	return hasMethod && !hasID
}
