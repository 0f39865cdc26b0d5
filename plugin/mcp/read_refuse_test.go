package mcp

import (
	"encoding/binary"
	"testing"
	"unicode/utf16"

	"mcponce/plugin/jsonrpc"
)

const (
	parse   = jsonrpc.CodeParse
	request = jsonrpc.CodeInvalidRequest
	params  = jsonrpc.CodeInvalidParams
	media   = jsonrpc.CodeMediaType
)

func TestWhatTwoReadersMayReadDifferentlyIsRefused(t *testing.T) {
	reading := edit("transfer", "balance")
	for _, c := range []struct {
		name    string
		headers Headers
		body    string
		code    int
		id      string
	}{
		{"no JSON", sent(), `hello`, parse, ""},
		{"NaN", sent(), withArguments(`{"a":NaN}`), parse, ""},
		{"infinity", sent(), withArguments(`{"a":Infinity}`), parse, ""},
		{"leading zero", sent(), edit(`"id":7`, `"id":07`), parse, ""},
		{"leading plus", sent(), withArguments(`{"a":+1}`), parse, ""},
		{"leading point", sent(), withArguments(`{"a":.5}`), parse, ""},
		{"trailing comma", sent(), withArguments(`{"a":1,}`), parse, ""},
		{"comment", sent(), withArguments(`{/* hunter2 */}`), parse, ""},
		{"raw control character", sent(), edit("hunter2", "a\nb"), parse, ""},
		{"cut", sent(), base[:len(base)-1], parse, ""},
		{"byte that is no UTF-8", sent(), edit("hunter2", "\xff"), parse, ""},
		{"byte order mark", sent(), "\xef\xbb\xbf" + base, parse, ""},
		{"garbage behind", sent(), base + ` x`, parse, ""},
		{"two messages", sent(), base + base, parse, ""},
		{"reading call, then a governed one", sent(), reading + base, parse, ""},
		{"reading call with a byte that is no UTF-8", sent(), edit("transfer", "balance", "hunter2", "\xc0\xaf"), parse, ""},

		{"two messages under another media type", typed("text/plain"), base + base, parse, ""},
		{"two messages without a media type", untyped(), " \n" + base + base, parse, ""},
		{"two batches under another media type", typed("text/plain"), `[][` + base + `]`, parse, ""},
		{"byte that is no UTF-8 under another media type", typed("text/plain"), edit("hunter2", "\xff"), parse, ""},
		{"NaN under another media type", typed("text/plain"), withArguments(`{"a":NaN}`), parse, ""},
		{"UTF-7 by its charset", typed("application/json; charset=utf-7"), edit("tools/call", "tools+AC8-call"), media, "7"},
		{"UTF-7 by a quoted charset", typed(`application/json;v=1; Charset="UTF-7"`), edit("tools/call", "tools+AC8-call"), media, "7"},
		{"UTF-7 under another media type", typed("text/plain; charset=utf-7"), "+AHs-" + base[1:], media, ""},
		{"Shift_JIS, where a byte of ASCII may end a character", typed("application/json; charset=shift_jis"), reading, media, "7"},
		{"byte order mark under another media type", typed("text/plain"), "\xef\xbb\xbf" + base, parse, ""},

		{"method twice", sent(), edit(`"method":"tools/call"`, `"method":"tools/call","method":"tools/list"`), request, "7"},
		{"method twice, the governed one last", sent(), edit(`"method":"tools/call"`, `"method":"tools/list","method":"tools/call"`), request, "7"},
		{"method twice, once by escape", sent(), edit(`"method":"tools/call"`, `"method":"tools/list","meth\u006fd":"tools/call"`), request, "7"},
		{"params twice", sent(), edit(`"params":`, `"params":{"name":"balance"},"params":`), request, "7"},
		{"id twice", sent(), edit(`"id":7`, `"id":7,"id":8`), request, ""},
		{"id in two cases", sent(), edit(`"id":7`, `"id":7,"ID":8`), request, ""},
		{"unknown member twice", sent(), edit(`"id":7`, `"id":7,"x":1,"x":2`), request, "7"},
		{"name twice", sent(), withParams(`"name":"balance"`), request, "7"},
		{"arguments twice", sent(), withParams(`"arguments":{}`), request, "7"},
		{"_meta twice", sent(), withParams(`"_meta":{},"_meta":{}`), request, "7"},
		{"key in params twice", sent(), withParams(`"idempotencyKey":"a","idempotencyKey":"a"`), request, "7"},
		{"key in _meta twice", sent(), withParams(`"_meta":{"idempotencyKey":"a","idempotencyKey":"b"}`), request, "7"},
		{"Method", sent(), edit(`"method"`, `"Method"`), request, "7"},
		{"METHOD beside method", sent(), edit(`"method":"tools/call"`, `"method":"tools/list","METHOD":"tools/call"`), request, "7"},
		{"Params", sent(), edit(`"params"`, `"Params"`), request, "7"},
		{"Name", sent(), edit(`"name"`, `"Name"`), request, "7"},
		{"Name beside name", sent(), withParams(`"NAME":"balance"`), request, "7"},
		{"Arguments", sent(), edit(`"arguments"`, `"Arguments"`), request, "7"},
		{"argumentſ, which folds to arguments", sent(), edit(`"arguments"`, `"argumentſ"`), request, "7"},
		{"_Meta", sent(), withParams(`"_Meta":{}`), request, "7"},
		{"idempotencykey", sent(), withParams(`"idempotencykey":"a"`), request, "7"},
		{"RequestState", sent(), withParams(`"RequestState":"a"`), request, "7"},
		{"InputResponses", sent(), withParams(`"InputResponses":{}`), request, "7"},
		{"reading tool, name twice", sent(), edit(`"name":"transfer"`, `"name":"transfer","name":"balance"`), request, "7"},
		{"other method, name twice", sent(), edit("tools/call", "prompts/get", `"name":`, `"name":"a","name":`), request, "7"},
		{"ambiguous under another media type", typed("text/plain"), edit(`"id":7`, `"id":7,"method":"ping"`), request, "7"},
		{"ambiguous response", sent(), `{"jsonrpc":"2.0","id":1,"result":{},"result":{}}`, request, "1"},

		{"id null", sent(), edit(`"id":7`, `"id":null`), request, ""},
		{"id with a fraction", sent(), edit(`"id":7`, `"id":1.5`), request, ""},
		{"id true", sent(), edit(`"id":7`, `"id":true`), request, ""},
		{"id object", sent(), edit(`"id":7`, `"id":{}`), request, ""},
		{"id array", sent(), edit(`"id":7`, `"id":[7]`), request, ""},
		{"id of a reading call null", sent(), edit(`"id":7`, `"id":null`, "transfer", "balance"), request, ""},
		{"method that is no string", sent(), edit(`"tools/call"`, `["tools/call"]`), request, "7"},
		{"governed notification", sent(), edit(`"id":7,`, ``), request, ""},
		{"params missing", sent(), `{"jsonrpc":"2.0","id":"a","method":"tools/call"}`, request, `"a"`},
		{"params array", sent(), `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":["transfer"]}`, request, "7"},
		{"params null", sent(), `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":null}`, request, "7"},
		{"name missing", sent(), edit(`"name":"transfer",`, ``), params, "7"},
		{"name that is no string", sent(), edit(`"transfer"`, `["transfer"]`), params, "7"},
		{"jsonrpc missing", sent(), edit(`"jsonrpc":"2.0",`, ``), request, "7"},
		{"jsonrpc 1.0", sent(), edit(`"2.0"`, `"1.0"`), request, "7"},
		{"jsonrpc missing in a call of a reading tool", sent(), edit(`"jsonrpc":"2.0",`, ``, "transfer", "balance"), request, "7"},
		{"half of a surrogate pair in a reading tool's name", sent(), edit("transfer", `balance\ud800`), request, "7"},
		{"half of a surrogate pair in the method", sent(), edit("tools/call", `tools\udc00/call`), request, "7"},
		{"_meta that is no object", sent(), withParams(`"_meta":["idempotencyKey"]`), params, "7"},
		{"jsonrpc number", sent(), edit(`"2.0"`, `2.0`), request, "7"},

		{"duplicate deep in the arguments", sent(), withArguments(`{"a":[{"b":1,"b":1}]}`), request, "7"},
		{"duplicate by escape in the arguments", sent(), withArguments(`{"b":1,"\u0062":2}`), request, "7"},
		{"duplicate deep in _meta", sent(), withParams(`"_meta":{"a":{"b":1,"b":2}}`), request, "7"},
		{"half of a surrogate pair", sent(), edit("hunter2", `\ud800`), request, "7"},
		{"half of a surrogate pair in a name", sent(), edit("memo", `\udc00`), request, "7"},
		{"exponent that nobody can compute with", sent(), withArguments(`{"a":1e99999999999999999999}`), request, "7"},
		{"depth 129", sent(), nested(129), request, "7"},
		{"depth 500", sent(), nested(500), request, "7"},
		{"depth 5000", sent(), nested(5000), request, "7"},

		{"arguments null", sent(), withArguments(`null`), params, "7"},
		{"arguments array", sent(), withArguments(`[1]`), params, "7"},
		{"arguments string", sent(), withArguments(`"hunter2"`), params, "7"},
		{"requestState null", sent(), withParams(`"requestState":null`), params, "7"},
		{"requestState object", sent(), withParams(`"requestState":{"a":"hunter2"}`), params, "7"},

		{"batch of one governed call", sent(), `[` + base + `]`, request, ""},
		{"batch whose last message is a governed call", sent(), `[` + reading + `,{"id":1,"result":{}},` + base + `]`, request, ""},
		{"batch with a governed notification", sent(), `[` + edit(`"id":7,`, ``) + `]`, request, ""},
		{"batch with a call of no tool", sent(), `[{"jsonrpc":"2.0","id":7,"method":"tools/call"}]`, request, ""},
		{"batch with an ambiguous message", sent(), `[` + edit("transfer", "balance", `"id":7`, `"id":7,"Method":1`) + `]`, request, ""},
		{"batch with an id that is none", sent(), `[{"jsonrpc":"2.0","id":null,"method":"ping"}]`, request, ""},
		{"batch under another media type", typed("text/plain"), `[` + base + `]`, request, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			call, fault := Read(c.headers, []byte(c.body), governed)
			if call != nil {
				t.Errorf("a call is returned beside the fault")
			}
			wantFault(t, fault, c.code, c.id)
		})
	}
}

func TestOtherEncodingsOfUnicodeAreRefused(t *testing.T) {
	for name, order := range map[string]binary.AppendByteOrder{"little-endian": binary.LittleEndian, "big-endian": binary.BigEndian} {
		for _, mark := range []string{"", "\ufeff"} {
			var utf16Body, utf32Body []byte
			for _, unit := range utf16.Encode([]rune(mark + base)) {
				utf16Body = order.AppendUint16(utf16Body, unit)
			}
			for _, r := range mark + base {
				utf32Body = order.AppendUint32(utf32Body, uint32(r))
			}
			for _, contentType := range []string{"application/json", "application/json; charset=utf-16", "text/plain"} {
				for encoding, body := range map[string][]byte{"UTF-16": utf16Body, "UTF-32": utf32Body} {
					t.Run(encoding+" "+name+" mark "+mark+" as "+contentType, func(t *testing.T) {
						_, fault := Read(typed(contentType), body, governed)
						wantFault(t, fault, parse, "")
					})
				}
			}
		}
	}
}

func TestMediaTypeOfAGovernedCall(t *testing.T) {
	for _, c := range []struct {
		name    string
		headers Headers
		read    bool
	}{
		{"plain", typed("application/json"), true},
		{"capitals", typed("APPLICATION/JSON"), true},
		{"charset", typed("application/json; charset=utf-8"), true},
		{"charset without a space", typed("application/json;charset=utf-8"), true},
		{"charset that is not true", typed("application/json; charset=iso-8859-1"), true},
		{"space around", typed(" application/json ;"), true},
		{"text", typed("text/plain"), false},
		{"JSON-RPC", typed("application/json-rpc"), false},
		{"suffix", typed("application/vnd.mcp+json"), false},
		{"two joined", typed("application/json, text/plain"), false},
		{"empty", typed(""), false},
		{"missing", untyped(), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.read {
				read(t, c.headers, base)
				return
			}
			_, fault := Read(c.headers, []byte(base), governed)
			wantFault(t, fault, media, "7")
		})
	}
}

func TestCompressedBodiesAreRefused(t *testing.T) {
	reading := edit("transfer", "balance")
	for _, c := range []struct {
		name    string
		headers Headers
		body    string
		refused bool
	}{
		{"gzip", sent("content-encoding", "gzip"), "\x1f\x8b\x08\x00hunter2", true},
		{"gzip by another name", sent("content-encoding", "X-GZIP"), "\x1f\x8b", true},
		{"gzip under another media type", typed("text/plain", "content-encoding", "gzip"), "\x1f\x8b", true},
		{"only said to be compressed", sent("content-encoding", "br"), base, true},
		{"reading call, said to be compressed", sent("content-encoding", "gzip"), reading, true},
		{"identity, then gzip", sent("content-encoding", "identity", "content-encoding", "gzip"), base, true},
		{"both in one header", sent("content-encoding", "identity, gzip"), base, true},
		{"identity", sent("content-encoding", "identity"), base, false},
		{"identity in capitals", sent("content-encoding", " Identity "), base, false},
		{"empty", sent("content-encoding", ""), base, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !c.refused {
				read(t, c.headers, c.body)
				return
			}
			_, fault := Read(c.headers, []byte(c.body), governed)
			wantFault(t, fault, media, "")
		})
	}
}
