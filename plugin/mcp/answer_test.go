package mcp

import (
	"reflect"
	"testing"
)

func TestWhatAServersMessageSays(t *testing.T) {
	none := [32]byte{}
	state := stateDigest
	result := func(value string) Answer { return Answer{Kind: ResultAnswer, Value: []byte(value)} }
	asking := func(value string, requests bool, state [32]byte) Answer {
		return Answer{Kind: ResultAnswer, Value: []byte(value), InputRequired: true, Requests: requests, State: state}
	}
	for _, c := range []struct {
		name, message string
		want          Answer
	}{
		{"result", `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}`, result(`{"content":[]}`)},
		{"result under a string for the number", `{"jsonrpc":"2.0","id":"7","result":{}}`, result(`{}`)},
		{"result under null", `{"jsonrpc":"2.0","id":null,"result":{}}`, result(`{}`)},
		{"result without an id", `{"jsonrpc":"2.0","result":{}}`, result(`{}`)},
		{"result that is no object", `{"id":7,"result":[1, 2]}`, result(`[1, 2]`)},
		{"null result", `{"id":7,"result":null}`, result(`null`)},
		{"result by escape", `{"id":7,"r\u0065sult":{}}`, result(`{}`)},
		{"result and no error", `{"id":7,"result":{},"error":null}`, result(`{}`)},
		{"result beside an error", `{"id":7,"error":{"code":-32700},"result":{}}`, result(`{}`)},
		{"spelling is kept", `{"id":7,"result":{ "a" : 1.0 , "b":"\u0041" }}`, result(`{ "a" : 1.0 , "b":"\u0041" }`)},
		{"failed tool", `{"id":7,"result":{"isError":true}}`, Answer{Kind: ResultAnswer, Value: []byte(`{"isError":true}`), IsError: true}},
		{"tool that did not fail", `{"id":7,"result":{"isError":false}}`, result(`{"isError":false}`)},
		{"isError that is no boolean", `{"id":7,"result":{"isError":"true"}}`, result(`{"isError":"true"}`)},
		{"isError deeper", `{"id":7,"result":{"a":{"isError":true}}}`, result(`{"a":{"isError":true}}`)},

		{"error", `{"id":7,"error":{"code":-32602,"message":"no"}}`, Answer{Kind: ErrorAnswer, Code: -32602, Value: []byte(`{"code":-32602,"message":"no"}`)}},
		{"error under null", `{"id":null,"error":{"code":-32700}}`, Answer{Kind: ErrorAnswer, Code: -32700, Value: []byte(`{"code":-32700}`)}},
		{"error and no result", `{"id":7,"result":null,"error":{"code":-32800}}`, Answer{Kind: ErrorAnswer, Code: -32800, Value: []byte(`{"code":-32800}`)}},
		{"error without a code", `{"id":7,"error":{"message":"no"}}`, Answer{}},
		{"error whose code is text", `{"id":7,"error":{"code":"-32700"}}`, Answer{}},
		{"error that is text", `{"id":7,"error":"no"}`, Answer{}},

		{"asks for input", `{"id":7,"result":{"resultType":"input_required","inputRequests":{"a":{}},"requestState":"s"}}`,
			asking(`{"resultType":"input_required","inputRequests":{"a":{}},"requestState":"s"}`, true, state("s"))},
		{"asks for input without a state", `{"id":7,"result":{"resultType":"input_required","inputRequests":{"a":{}}}}`,
			asking(`{"resultType":"input_required","inputRequests":{"a":{}}}`, true, none)},
		{"state by escape", `{"id":7,"result":{"resultType":"input_required","inputRequests":{"a":{}},"requestState":"\u0073"}}`,
			asking(`{"resultType":"input_required","inputRequests":{"a":{}},"requestState":"\u0073"}`, true, state("s"))},
		{"empty state is one", `{"id":7,"result":{"resultType":"input_required","inputRequests":{"a":{}},"requestState":""}}`,
			asking(`{"resultType":"input_required","inputRequests":{"a":{}},"requestState":""}`, true, state(""))},
		{"sheds load", `{"id":7,"result":{"resultType":"input_required","requestState":"s"}}`,
			asking(`{"resultType":"input_required","requestState":"s"}`, false, state("s"))},
		{"sheds load with no requests", `{"id":7,"result":{"resultType":"input_required","inputRequests":{ }}}`,
			asking(`{"resultType":"input_required","inputRequests":{ }}`, false, none)},
		{"sheds load with null", `{"id":7,"result":{"resultType":"input_required","inputRequests":null}}`,
			asking(`{"resultType":"input_required","inputRequests":null}`, false, none)},
		{"asks in a form of its own", `{"id":7,"result":{"resultType":"input_required","inputRequests":[{}]}}`,
			asking(`{"resultType":"input_required","inputRequests":[{}]}`, true, none)},
		{"asks for nothing by name", `{"id":7,"result":{"resultType":"input_required","inputRequests":{"a":null}}}`,
			asking(`{"resultType":"input_required","inputRequests":{"a":null}}`, true, none)},
		{"state of a complete result is its own", `{"id":7,"result":{"resultType":"complete","requestState":"s"}}`, result(`{"resultType":"complete","requestState":"s"}`)},

		{"request", `{"id":7,"method":"ping"}`, Answer{}},
		{"request with a result", `{"id":7,"method":"ping","result":{}}`, Answer{}},
		{"notification", `{"method":"notifications/progress","params":{"result":{}}}`, Answer{}},
		{"neither", `{"jsonrpc":"2.0","id":7}`, Answer{}},
		{"batch", `[{"id":7,"result":{}}]`, Answer{}},
		{"no JSON", `{"id":7,"result":{}`, Answer{}},
		{"two messages", `{"id":7,"result":{}}{}`, Answer{}},
		{"empty", ``, Answer{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			shape := &skeleton{}
			shape.feed([]byte(c.message))
			if got := readAnswer([]byte(c.message), shape); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got  %+v (%s)\nwant %+v (%s)", got, got.Value, c.want, c.want.Value)
			}
		})
	}
}
