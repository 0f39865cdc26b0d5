package mcp

import (
	"errors"

	"github.com/tidwall/gjson"

	"mcponce/plugin/jsonrpc"
)

// Answer is what a server's response message says.
type Answer struct {
	Kind  AnswerKind
	Value []byte // raw result or error; nil when Kind is NoAnswer or Unread
	Code  int64  // of an error

	IsError       bool // a result with isError true
	InputRequired bool // a result that asks for another round (MCP 2026-07-28, multi round-trip requests)
	Requests      bool // ... and says what it needs; without it nothing was done ("load shedding")
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
)

// readAnswer reads a whole message. Its id is not looked at: servers mangle ids, and one exchange has one response. A
// message with a method is the server's own request or notification. The text is parsed without recursion first: a server
// can answer with any depth, and gjson.Valid would exhaust the stack on it.
func readAnswer(message []byte, shape *skeleton) Answer {
	if _, err := jsonrpc.Parse(message); err != nil {
		var syntax *jsonrpc.SyntaxError
		if errors.As(err, &syntax) && syntax.Reason == jsonrpc.Encoding && shape.isAnswer() {
			return Answer{Kind: Unread}
		}
		return Answer{}
	}
	root := gjson.ParseBytes(message)
	if !root.IsObject() || root.Get("method").Exists() {
		return Answer{}
	}
	result, e := root.Get("result"), root.Get("error")
	isError := e.IsObject() && e.Get("code").Type == gjson.Number
	switch {
	case isError && (!result.Exists() || result.Type == gjson.Null): // JSON-RPC 1.0 has "result": null beside the error
		return Answer{Kind: ErrorAnswer, Value: []byte(e.Raw), Code: e.Get("code").Int()}
	case result.Exists():
		return readResult(result)
	default:
		return Answer{}
	}
}

func readResult(result gjson.Result) Answer {
	a := Answer{
		Kind:          ResultAnswer,
		Value:         []byte(result.Raw),
		IsError:       result.Get("isError").Type == gjson.True,
		InputRequired: result.Get("resultType").Str == "input_required",
	}
	if a.InputRequired {
		a.Requests = asks(result.Get("inputRequests"))
		if state := result.Get("requestState"); state.Type == gjson.String {
			a.State = stateDigest(state.Str)
		}
	}
	return a
}

// asks: the value holds requests. Only what is absent, null or empty proves that there are none.
func asks(requests gjson.Result) bool {
	found := false
	requests.ForEach(func(_, _ gjson.Result) bool {
		found = requests.Type != gjson.Null
		return false
	})
	return found
}
