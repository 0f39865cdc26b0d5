package mcp

import (
	"testing"

	"mcponce/plugin/policy"
)

// asked is a call with every kind of value; same and other calls are told apart from it.
const asked = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"transfer",` +
	`"arguments":{"to":"Zoë/1","amount":10,"flag":true,"none":null,"parts":[1,{"a":2},"x"],"deep":{"b":{"c":[]}}}}}`

func fingerprint(t *testing.T, body string) [32]byte {
	return read(t, sent(), body).Fingerprint([]policy.KeySource{{Kind: policy.KeyParam, Name: "idempotencyKey"}})
}

func TestMemberThatIsNoConfiguredSourceOfKeysIsAskedFor(t *testing.T) {
	one := read(t, sent(), question("{}", `,"idempotencyKey":"a"`)).Fingerprint(nil)
	if other := read(t, sent(), question("{}", `,"idempotencyKey":"b"`)).Fingerprint(nil); one == other {
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
