package mcp

import (
	"testing"

	"mcponce/plugin/policy"
)

// asked is a call with every kind of value; same and other calls are told apart from it.
const asked = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"transfer",` +
	`"arguments":{"to":"Zoë/1","amount":10,"flag":true,"none":null,"parts":[1,{"a":2},"x"],"deep":{"b":{"c":[]}}}}}`

func fingerprint(t *testing.T, body string) [32]byte {
	return read(t, sent(), body).Fingerprint([]policy.KeySource{{Kind: policy.KeyParam, Name: "idempotencyKey"}}, nil)
}

func TestMemberThatIsNoConfiguredSourceOfKeysIsAskedFor(t *testing.T) {
	one := read(t, sent(), question("{}", `,"idempotencyKey":"a"`)).Fingerprint(nil, nil)
	if other := read(t, sent(), question("{}", `,"idempotencyKey":"b"`)).Fingerprint(nil, nil); one == other {
		t.Error("an unknown member of params does not count")
	}
}

// question is a call of transfer with the given arguments and further members of params.
func question(arguments, members string) string {
	return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"transfer","arguments":` + arguments + members + `}}`
}

func TestSpellingsOfOneQuestionHaveOneFingerprint(t *testing.T) {
	arguments := `{"to":"Zoë/1","amount":10,"flag":true,"none":null,"parts":[1,{"a":2},"x"],"deep":{"b":{"c":[]}}}`
	for _, c := range []struct{ name, body string }{
		{"itself", question(arguments, "")},
		{"members of params in another order", `{"params":{"arguments":` + arguments + `,"name":"transfer"},"id":7,"method":"tools/call","jsonrpc":"2.0"}`},
		{"arguments in another order", question(`{"deep":{"b":{"c":[]}},"parts":[1,{"a":2},"x"],"none":null,"flag":true,"amount":10,"to":"Zoë/1"}`, "")},
		{"white space", question("\n{ \"to\" : \"Zoë/1\" , \"amount\":10,\t\"flag\":true,\"none\":null,\"parts\":[ 1, {\"a\":2} ,\"x\"],\"deep\":{\"b\":{\"c\":[ ]}}}\r\n", "")},
		{"escapes", question(`{"t\u006f":"Zo\u00eb\/1","amount":10,"flag":true,"none":null,"parts":[1,{"a":2},"\u0078"],"deep":{"b":{"c":[]}}}`, "")},
		{"numbers", question(`{"to":"Zoë/1","amount":1.00e1,"flag":true,"none":null,"parts":[10e-1,{"a":0.2E+1},"x"],"deep":{"b":{"c":[]}}}`, "")},
		{"id", `{"jsonrpc":"2.0","id":"other","method":"tools/call","params":{"name":"transfer","arguments":` + arguments + `}}`},
		{"_meta", question(arguments, `,"_meta":{"progressToken":7,"traceparent":"x"}`)},
		{"_meta that is no object", question(arguments, `,"_meta":null`)},
		{"key in _meta", question(arguments, `,"_meta":{"mcponce/idempotency-key":"k"}`)},
		{"key in params", question(arguments, `,"idempotencyKey":"k"`)},
		{"requestState", question(arguments, `,"requestState":"s"`)},
		{"inputResponses", question(arguments, `,"inputResponses":{"a":{"action":"accept"}}`)},
		{"all that may differ", question(arguments, `,"_meta":{},"idempotencyKey":"k","requestState":"s","inputResponses":{}`)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if fingerprint(t, c.body) != fingerprint(t, asked) {
				t.Error("another fingerprint")
			}
		})
	}
}

func TestAbsentArgumentsAreTheEmptyObject(t *testing.T) {
	absent := fingerprint(t, `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"transfer"}}`)
	if absent != fingerprint(t, question(`{}`, "")) || absent != fingerprint(t, question("{ }", "")) {
		t.Error("no arguments and {} have different fingerprints")
	}
}

func TestMinusZeroIsZero(t *testing.T) {
	if fingerprint(t, question(`{"a":-0}`, "")) != fingerprint(t, question(`{"a":0.0}`, "")) {
		t.Error("-0 and 0.0 have different fingerprints")
	}
}

func TestEveryOtherQuestionHasAnotherFingerprint(t *testing.T) {
	seen := map[[32]byte]string{}
	for _, c := range []struct{ name, body string }{
		{"the first", asked},
		{"other tool", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"refund","arguments":{"a":1}}}`},
		{"this tool", question(`{"a":1}`, "")},
		{"tool of another case", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"Transfer","arguments":{"a":1}}}`},
		{"no arguments", question(`{}`, "")},
		{"other number", question(`{"a":2}`, "")},
		{"other name", question(`{"b":1}`, "")},
		{"name of another case", question(`{"A":1}`, "")},
		{"number as text", question(`{"a":"1"}`, "")},
		{"null", question(`{"a":null}`, "")},
		{"text null", question(`{"a":"null"}`, "")},
		{"true", question(`{"a":true}`, "")},
		{"false", question(`{"a":false}`, "")},
		{"empty text", question(`{"a":""}`, "")},
		{"empty array", question(`{"a":[]}`, "")},
		{"empty object", question(`{"a":{}}`, "")},
		{"array", question(`{"a":[1]}`, "")},
		{"array of two", question(`{"a":[1,2]}`, "")},
		{"array in another order", question(`{"a":[2,1]}`, "")},
		{"array in an array", question(`{"a":[[1,2]]}`, "")},
		{"null beside", question(`{"a":1,"b":null}`, "")},
		{"2^53", question(`{"a":9007199254740992}`, "")},
		{"2^53+1", question(`{"a":9007199254740993}`, "")},
		{"a tenth", question(`{"a":0.1}`, "")},
		{"nearly a tenth, the same double", question(`{"a":0.10000000000000000555}`, "")},
		{"one ulp", question(`{"a":0.1000000000000000055511151231257827}`, "")},
		{"minus one", question(`{"a":-1}`, "")},
		{"huge", question(`{"a":1e400}`, "")},
		{"huger", question(`{"a":1e401}`, "")},
		{"composed", question(`{"a":"\u00e9"}`, "")},
		{"decomposed", question(`{"a":"e\u0301"}`, "")},
		{"unknown member of params", question(`{"a":1}`, `,"x":1`)},
		{"other value of it", question(`{"a":1}`, `,"x":2`)},
		{"null of it", question(`{"a":1}`, `,"x":null`)},
		{"task", question(`{"a":1}`, `,"task":{"ttl":60000}`)},
		{"_meta in the arguments", question(`{"a":1,"_meta":{"progressToken":7}}`, "")},
		{"other _meta in the arguments", question(`{"a":1,"_meta":{"progressToken":8}}`, "")},
		{"key in the arguments", question(`{"a":1,"idempotencyKey":"k"}`, "")},
		{"requestState in the arguments", question(`{"a":1,"requestState":"s"}`, "")},
		{"inputResponses in the arguments", question(`{"a":1,"inputResponses":{}}`, "")},
		{"arguments in the arguments", question(`{"a":1,"arguments":{}}`, "")},
		{"the arguments as an unknown member", question(`{}`, `,"a":1`)},
	} {
		f := fingerprint(t, c.body)
		if other, ok := seen[f]; ok {
			t.Errorf("%q has the fingerprint of %q", c.name, other)
		}
		seen[f] = c.name
	}
}

func TestIgnoredArgumentsDoNotCount(t *testing.T) {
	without := func(arguments string, ignored ...policy.Pointer) [32]byte {
		return read(t, sent(), question(arguments, "")).Fingerprint(nil, ignored)
	}
	for _, c := range []struct {
		name    string
		one     string
		other   string
		ignored []policy.Pointer
		same    bool
	}{
		{"value", `{"a":1,"time":1}`, `{"a":1,"time":2}`, []policy.Pointer{"/time"}, true},
		{"presence", `{"a":1,"time":1}`, `{"a":1}`, []policy.Pointer{"/time"}, true},
		{"kind", `{"a":1,"time":{"x":[1]}}`, `{"a":1,"time":null}`, []policy.Pointer{"/time"}, true},
		{"another member", `{"a":1,"time":1}`, `{"a":2,"time":1}`, []policy.Pointer{"/time"}, false},
		{"name of another case", `{"a":1,"Time":1}`, `{"a":1,"Time":2}`, []policy.Pointer{"/time"}, false},
		{"escaped name", `{"a":1,"t\u0069me":1}`, `{"a":1,"time":2}`, []policy.Pointer{"/time"}, true},
		{"deep", `{"client":{"trace":1,"v":2}}`, `{"client":{"trace":2,"v":2}}`, []policy.Pointer{"/client/trace"}, true},
		{"beside the deep one", `{"client":{"trace":1,"v":2}}`, `{"client":{"trace":1,"v":3}}`, []policy.Pointer{"/client/trace"}, false},
		{"the same name at the top", `{"trace":1}`, `{"trace":2}`, []policy.Pointer{"/client/trace"}, false},
		{"the same name deeper", `{"a":{"trace":1}}`, `{"a":{"trace":2}}`, []policy.Pointer{"/trace"}, false},
		{"through an array", `{"a":[{"t":1},{"t":1}]}`, `{"a":[{"t":1},{"t":2}]}`, []policy.Pointer{"/a/1/t"}, true},
		{"through another element", `{"a":[{"t":1},{"t":1}]}`, `{"a":[{"t":2},{"t":1}]}`, []policy.Pointer{"/a/1/t"}, false},
		{"an element", `{"a":[1,2]}`, `{"a":[1,3]}`, []policy.Pointer{"/a/1"}, false},
		{"index with a leading zero", `{"a":[{"t":1}]}`, `{"a":[{"t":2}]}`, []policy.Pointer{"/a/00/t"}, false},
		{"index past the end", `{"a":[{"t":1}]}`, `{"a":[{"t":2}]}`, []policy.Pointer{"/a/1/t"}, false},
		{"index after the last", `{"a":[{"t":1}]}`, `{"a":[{"t":2}]}`, []policy.Pointer{"/a/-/t"}, false},
		{"index with a sign", `{"a":[{"t":1}]}`, `{"a":[{"t":2}]}`, []policy.Pointer{"/a/+0/t"}, false},
		{"digits as a name", `{"a":{"0":1}}`, `{"a":{"0":2}}`, []policy.Pointer{"/a/0"}, true},
		{"through a scalar", `{"a":"t"}`, `{"a":"u"}`, []policy.Pointer{"/a/t"}, false},
		{"escapes of a pointer", `{"a/b":{"m~n":1}}`, `{"a/b":{"m~n":2}}`, []policy.Pointer{"/a~1b/m~0n"}, true},
		{"empty name", `{"":1}`, `{"":2}`, []policy.Pointer{"/"}, true},
		{"several, out of order", `{"z":1,"y":{"x":1},"a":1}`, `{"z":2,"y":{"x":2},"a":2}`, []policy.Pointer{"/z", "/a", "/y/x"}, true},
		{"one within another", `{"y":{"x":1}}`, `{"y":{"x":2,"z":3}}`, []policy.Pointer{"/y/x", "/y"}, true},
		{"all that there is", `{"a":1}`, `{}`, []policy.Pointer{"/a"}, true},
		{"in params, not in the arguments", `{"name":1}`, `{"name":2}`, []policy.Pointer{"/arguments/name"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := without(c.one, c.ignored...) == without(c.other, c.ignored...); got != c.same {
				t.Errorf("one fingerprint: %v, want %v", got, c.same)
			}
		})
	}
}

func TestKeyInTheArgumentsIsNotAskedFor(t *testing.T) {
	from := []policy.KeySource{{Kind: policy.KeyArgument, Name: "/client/key"}}
	of := func(arguments string) [32]byte {
		return read(t, sent(), question(arguments, "")).Fingerprint(from, nil)
	}
	if of(`{"a":1,"client":{"key":"k"}}`) != of(`{"a":1,"client":{}}`) {
		t.Error("the key counts")
	}
	if of(`{"a":1,"key":"k"}`) == of(`{"a":1}`) {
		t.Error("another member of that name does not count")
	}
}

func TestAbsentArgumentsAreEmptyWhateverIsIgnored(t *testing.T) {
	absent := read(t, sent(), `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"transfer"}}`)
	if absent.Fingerprint(nil, []policy.Pointer{"/a"}) != read(t, sent(), question(`{"a":1}`, "")).Fingerprint(nil, []policy.Pointer{"/a"}) {
		t.Error("no arguments and ignored ones have different fingerprints")
	}
}
