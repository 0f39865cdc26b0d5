package mcp

import (
	"strings"
	"testing"
)

// base is a governed call. Its memo is nobody's business but the server's.
const base = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"transfer","arguments":{"memo":"hunter2"}}}`

// edit gives base with parts replaced: old, new, old, new, … Each old part is there once.
func edit(pairs ...string) string {
	body := base
	for i := 0; i < len(pairs); i += 2 {
		if strings.Count(body, pairs[i]) != 1 {
			panic("a part of the call that is there once is expected, got " + pairs[i])
		}
		body = strings.Replace(body, pairs[i], pairs[i+1], 1)
	}
	return body
}

// withParams gives base with further members of params.
func withParams(members string) string { return edit(`"params":{`, `"params":{`+members+`,`) }

// withArguments gives base with other arguments.
func withArguments(arguments string) string { return edit(`{"memo":"hunter2"}`, arguments) }

// nested is a governed call whose deepest value is at the given depth.
func nested(depth int) string {
	const before = 3 // message, params, arguments
	return withArguments(`{"a":` + strings.Repeat("[", depth-before) + strings.Repeat("]", depth-before) + `}`)
}

// sent are the headers of a request: name, value, name, value, …, beside an application/json content-type.
func sent(pairs ...string) Headers { return typed("application/json", pairs...) }

// typed are the headers of a request with a content-type.
func typed(contentType string, pairs ...string) Headers {
	return append(Headers{{"content-type", contentType}}, untyped(pairs...)...)
}

// untyped are the headers of a request without a content-type.
func untyped(pairs ...string) Headers {
	var h Headers
	for i := 0; i < len(pairs); i += 2 {
		h = append(h, [2]string{pairs[i], pairs[i+1]})
	}
	return h
}

// governed: every tool but one that reads.
func governed(tool string) bool { return tool != "balance" }

// Read is the first Read of a Reader.
func Read(h Headers, body []byte, governed func(tool string) bool) (*Call, *Fault) {
	return new(Reader).Read(h, body, governed)
}

// read gives the Call of a body that the test takes for granted.
func read(t testing.TB, h Headers, body string) *Call {
	t.Helper()
	call, fault := Read(h, []byte(body), governed)
	if fault != nil || call == nil {
		t.Fatalf("Read(%.200q) = %v, %+v; want a call", body, call, fault)
	}
	return call
}

// wantFault checks the code of a fault and the id it answers to; "" is no id. No fault tells anything of the message.
func wantFault(t *testing.T, fault *Fault, code int, id string) {
	t.Helper()
	switch {
	case fault == nil:
		t.Fatalf("got no fault, want %d", code)
	case fault.Code != code || string(fault.ID) != id:
		t.Errorf("got %d under id %q (%s); want %d under %q", fault.Code, fault.ID, fault.Detail, code, id)
	case fault.Detail == "":
		t.Errorf("the fault does not say what was expected")
	case strings.Contains(fault.Detail, "hunter2"):
		t.Errorf("the fault tells what the call holds: %s", fault.Detail)
	}
}
