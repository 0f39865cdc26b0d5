package mcp

import (
	"strings"
	"testing"
)

func TestWhatIsNoGovernedCallPasses(t *testing.T) {
	reading := func(pairs ...string) string { return edit(append(pairs, "transfer", "balance")...) }
	for _, c := range []struct {
		name    string
		headers Headers
		body    string
	}{
		{"empty body", sent(), ``},
		{"white space only", sent(), " \t\r\n"},
		{"compressed nothing", sent("content-encoding", "gzip"), ``},

		{"other method", sent(), `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`},
		{"other method with the name of a governed tool", sent(), edit("tools/call", "prompts/get")},
		{"method of another case", sent(), edit("tools/call", "Tools/Call")},
		{"method with a space", sent(), edit("tools/call", "tools/call ")},
		{"method without parameters", sent(), `{"jsonrpc":"2.0","id":1,"method":"ping"}`},
		{"method with an array of parameters", sent(), `{"jsonrpc":"2.0","id":1,"method":"sum","params":[1,2]}`},
		{"notification", sent(), `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`},
		{"client's result", sent(), `{"jsonrpc":"2.0","id":7,"result":{"action":"accept"}}`},
		{"client's error without an id", sent(), `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}`},
		{"client's error under an id that no request may have", sent(), `{"id":1.5,"error":{"code":1}}`},
		{"object without members", sent(), `{}`},
		{"number", sent(), `1`},
		{"string that looks like a call", sent(), `"{\"method\":\"tools/call\"}"`},
		{"null", sent(), `null`},

		{"reading tool", sent(), reading()},
		{"reading tool under another media type", typed("text/plain"), reading()},
		{"reading tool without a media type", untyped(), reading()},
		{"reading tool as a notification", sent(), reading(`"id":7,`, ``)},
		{"reading tool with a duplicate deep down", sent(), reading(`"memo":"hunter2"`, `"a":{"b":1,"b":2}`)},
		{"reading tool with half of a surrogate pair", sent(), reading(`hunter2`, `\ud800`)},
		{"reading tool with deep arguments", sent(), strings.Replace(nested(500), "transfer", "balance", 1)},
		{"reading tool with headers that say otherwise", sent("mcp-name", "transfer"), reading()},
		{"reading tool without arguments that are an object", sent(), reading(`{"memo":"hunter2"}`, `[1]`)},

		{"empty batch", sent(), `[]`},
		{"batch without a governed call", sent(), `[` + reading() + `,{"jsonrpc":"2.0","id":8,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"}]`},
		{"batch with one id twice", sent(), `[` + reading() + `,` + reading() + `]`},
		{"batch of what is no message", sent(), `[1,"a",null,[]]`},
		{"batch in a batch, which is no message either", sent(), `[[` + base + `]]`},

		{"text", typed("text/plain"), `hello`},
		{"form", typed("application/x-www-form-urlencoded"), `a=1&b={}`},
		{"multipart with bytes that are no text", typed("multipart/form-data; boundary=x"), "--x\r\n\r\n\xff\xfe\r\n--x--"},
		{"no media type, no JSON", untyped(), `<html>`},
		{"bytes of no encoding, no braces", typed("application/octet-stream"), "\xff\xfe\x00\x01"},
		{"byte order mark and text", typed("text/plain"), "\xef\xbb\xbfhello"},
		{"two values that are no messages", typed("text/csv"), `1,2`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if call, fault := Read(c.headers, []byte(c.body), governed); call != nil || fault != nil {
				t.Errorf("got %v, %+v; want neither", call, fault)
			}
		})
	}
}

func TestToolsAreToldApartByTheirExactDecodedNames(t *testing.T) {
	for _, c := range []struct{ name, sent, want string }{
		{"plain", `transfer`, "transfer"},
		{"other case", `Transfer`, "Transfer"},
		{"trailing space", `transfer `, "transfer "},
		{"empty", ``, ""},
		{"escaped", `\u0074ransfer`, "transfer"},
		{"solidus", `a\/b`, "a/b"},
		{"outside ASCII", `überweisung`, "überweisung"},
		{"other normal form", `u\u0308berweisung`, "u\u0308berweisung"},
		{"outside the basic plane", `\ud83d\udcb8`, "💸"},
		{"long", strings.Repeat("t", 200), strings.Repeat("t", 200)},
	} {
		t.Run(c.name, func(t *testing.T) {
			var asked []string
			call, fault := Read(sent(), []byte(edit("transfer", c.sent)), func(tool string) bool {
				asked = append(asked, tool)
				return true
			})
			if fault != nil || call.Tool != c.want || len(asked) != 1 || asked[0] != c.want {
				t.Errorf("got %+v, %+v, asked for %q; want %q", call, fault, asked, c.want)
			}
		})
	}
}
