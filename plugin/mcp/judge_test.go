package mcp

import (
	"fmt"
	"testing"

	"mcponce/plugin/jsonrpc"
)

func TestExchangeProvesWhatTheTableSays(t *testing.T) {
	answers := map[string]Answer{
		"none":      {},
		"result":    {Kind: ResultAnswer},
		"isError":   {Kind: ResultAnswer, IsError: true},
		"too large": {Kind: Unread},
		"encoded":   {Kind: Encoded},
		"asks":      {Kind: ResultAnswer, InputRequired: true, Requests: true},
		"sheds":     {Kind: ResultAnswer, InputRequired: true},
	}
	of := func(code int64) Answer { return Answer{Kind: ErrorAnswer, Code: code} }
	for _, code := range []int64{-1, 0, 1, -32603, -32602, -32601, -32600, -32000, -32002, -32003, -32020, -32021, -32022, -32042, -32700, -32800, -31409} {
		answers[fmt.Sprint(code)] = of(code)
	}
	for _, c := range []struct {
		status int
		answer string
		sends  int
		want   Proof
	}{
		// A cancelled call proves nothing, whatever the status.
		{200, "-32800", 1, Cancelled},
		{400, "-32800", 1, Cancelled},
		{404, "-32800", 1, Cancelled},
		{302, "-32800", 1, Cancelled},
		{503, "-32800", 1, Cancelled},
		{200, "-32800", 3, Cancelled},

		// What cannot be read proves nothing, whatever the status: it may be a result, or a refusal.
		{200, "encoded", 1, Unreadable},
		{200, "encoded", 2, Unreadable},
		{400, "encoded", 1, Unreadable},
		{404, "encoded", 1, Unreadable},
		{429, "encoded", 1, Unreadable},
		{500, "encoded", 1, Unreadable},

		// An answer is the outcome.
		{200, "result", 1, Executed},
		{200, "isError", 1, Executed},
		{200, "asks", 1, Executed},
		{200, "too large", 1, Executed},
		{200, "-32603", 1, Executed},
		{200, "-32602", 1, Executed},
		{200, "-32601", 1, Executed},
		{200, "-32600", 1, Executed},
		{200, "-32002", 1, Executed},
		{200, "-32003", 1, Executed},
		{200, "-32000", 1, Executed},
		{200, "-31409", 1, Executed},
		{200, "-1", 1, Executed},
		{200, "0", 1, Executed},
		{200, "1", 1, Executed},
		{201, "result", 1, Executed},
		{202, "result", 1, Executed},
		{500, "result", 1, Executed},
		{500, "-32603", 1, Executed},
		{503, "-32000", 1, Executed},
		{504, "result", 1, Executed},
		{409, "result", 1, Executed},
		{409, "-32603", 1, Executed},
		{410, "-32603", 1, Executed},
		{418, "-32601", 1, Executed},
		{422, "-32602", 1, Executed},
		{425, "-32602", 1, Executed},
		{451, "too large", 1, Executed},
		{200, "result", 0, Executed},
		{200, "result", 4, Executed},
		{500, "-32603", 4, Executed},

		// By contract these statuses come before execution.
		{400, "none", 1, NotExecuted},
		{401, "none", 1, NotExecuted},
		{402, "none", 1, NotExecuted},
		{403, "none", 1, NotExecuted},
		{405, "none", 1, NotExecuted},
		{406, "none", 1, NotExecuted},
		{413, "none", 1, NotExecuted},
		{415, "none", 1, NotExecuted},
		{429, "none", 1, NotExecuted},
		{400, "-32602", 1, NotExecuted},
		{400, "-32603", 1, NotExecuted},
		{400, "result", 1, Executed},
		{402, "result", 1, Executed},
		{429, "too large", 1, StatusOnly},
		{429, "none", 0, NotExecuted},
		{404, "-32601", 1, NotExecuted},

		// So do these codes, under any status.
		{200, "-32700", 1, NotExecuted},
		{200, "-32020", 1, NotExecuted},
		{200, "-32021", 1, NotExecuted},
		{200, "-32022", 1, NotExecuted},
		{200, "-32042", 1, NotExecuted},
		{500, "-32700", 1, NotExecuted},
		{503, "-32042", 1, NotExecuted},
		{404, "-32700", 1, NotExecuted},
		{302, "-32020", 1, NotExecuted},
		{409, "-32021", 1, NotExecuted},

		// Load shedding.
		{200, "sheds", 1, NotExecuted},
		{503, "sheds", 1, NotExecuted},
		{200, "sheds", 0, NotExecuted},

		// What was sent more than once proves nothing of the sort.
		{429, "none", 2, Repeated},
		{400, "-32602", 2, Repeated},
		{404, "-32601", 2, Repeated},
		{200, "-32700", 2, Repeated},
		{200, "sheds", 2, Repeated},

		// Statuses that prove nothing.
		{404, "none", 1, StatusOnly},
		{404, "result", 1, Executed},
		{404, "isError", 1, Executed},
		{404, "sheds", 1, NotExecuted},
		{404, "-32603", 1, StatusOnly},
		{404, "-32600", 1, StatusOnly},
		{404, "too large", 1, StatusOnly},
		{300, "none", 1, StatusOnly},
		{302, "none", 1, StatusOnly},
		{307, "result", 1, Executed},
		{308, "-32603", 1, StatusOnly},
		{399, "sheds", 1, NotExecuted},
		{407, "none", 1, StatusOnly},
		{408, "none", 1, StatusOnly},
		{409, "none", 1, StatusOnly},
		{410, "none", 1, StatusOnly},
		{422, "none", 1, StatusOnly},
		{425, "none", 1, StatusOnly},
		{499, "none", 1, StatusOnly},
		{500, "none", 1, StatusOnly},
		{502, "none", 1, StatusOnly},
		{503, "none", 1, StatusOnly},
		{504, "none", 1, StatusOnly},
		{503, "none", 2, StatusOnly},

		// Success without an answer.
		{200, "none", 1, Nothing},
		{202, "none", 1, Nothing},
		{204, "none", 1, Nothing},
		{200, "none", 2, Nothing},
	} {
		t.Run(fmt.Sprintf("%d with %s, sent %d times", c.status, c.answer, c.sends), func(t *testing.T) {
			answer, ok := answers[c.answer]
			if !ok {
				t.Fatal("no such answer")
			}
			if got := Judge(c.status, answer, false, c.sends, nil); got != c.want {
				t.Errorf("got proof %d, want %d", got, c.want)
			}
		})
	}
}

// Only these codes let a call run again when its server has answered it.
func TestNoOtherCodeReleases(t *testing.T) {
	releasing := map[int64]bool{
		jsonrpc.CodeParse: true, jsonrpc.CodeHeaderMismatch: true, jsonrpc.CodeMissingCapability: true,
		jsonrpc.CodeUnsupportedVersion: true, jsonrpc.CodeURLElicitationRequired: true,
	}
	for code := int64(-33000); code < 1000; code++ {
		got := Judge(200, Answer{Kind: ErrorAnswer, Code: code}, false, 1, nil) == NotExecuted
		if got != releasing[code] {
			t.Errorf("%d releases: %v", code, got)
		}
	}
}

// Only these statuses let a call run again without an answer.
func TestNoOtherStatusReleases(t *testing.T) {
	releasing := map[int]bool{400: true, 401: true, 402: true, 403: true, 405: true, 406: true, 413: true, 415: true, 429: true}
	for status := range 1000 {
		if got := Judge(status, Answer{}, false, 1, nil) == NotExecuted; got != releasing[status] {
			t.Errorf("%d releases: %v", status, got)
		}
	}
}

func TestBodyThatEndsInAMessageIsCutUnlessItProvesMore(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		answer Answer
		want   Proof
	}{
		{"success", 200, Answer{}, Cut},
		{"refused by its status", 429, Answer{}, NotExecuted},
		{"an error page", 500, Answer{}, StatusOnly},
		{"an answer before it", 200, Answer{Kind: ResultAnswer}, Executed},
	} {
		if got := Judge(c.status, c.answer, true, 1, nil); got != c.want {
			t.Errorf("%s: got %v; want %v", c.name, got, c.want)
		}
	}
}
