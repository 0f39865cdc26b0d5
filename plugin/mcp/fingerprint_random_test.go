package mcp

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"testing"

	"mcponce/plugin/jsonrpc/jsontest"
	"mcponce/plugin/policy"
)

// randomCall is a call of transfer with random arguments, and perhaps with a member of params that nobody knows.
func randomCall(r *rand.Rand) (message, params map[string]any) {
	params = map[string]any{"name": "transfer", "arguments": map[string]any{"first": jsontest.Value(r, 1+r.IntN(20)), "second": jsontest.Value(r, 1+r.IntN(8))}}
	if r.IntN(3) == 0 {
		params["x"] = jsontest.Value(r, 5)
	}
	return map[string]any{"jsonrpc": "2.0", "id": json.Number("7"), "method": "tools/call", "params": params}, params
}

// anotherAttempt makes the message another attempt of its call: what does not say what is asked differs too.
func anotherAttempt(r *rand.Rand, message, params map[string]any) {
	message["id"] = json.Number(strconv.Itoa(r.IntN(1000)))
	params["_meta"] = map[string]any{"progressToken": jsontest.Value(r, 3)}
	params["idempotencyKey"] = "k"
	if r.IntN(2) == 0 {
		params["requestState"], params["inputResponses"] = "s", jsontest.Value(r, 3)
	}
}

func TestEverySpellingOfACallHasItsFingerprintAndNoOtherCallHas(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	sources := []policy.KeySource{{Kind: policy.KeyParam, Name: "idempotencyKey"}}
	var reader Reader
	fingerprint := func(message any) ([32]byte, string) {
		body := jsontest.Spell(r, message)
		call, fault := reader.Read(sent(), []byte(body), governed)
		if fault != nil || call == nil {
			t.Fatalf("%s: %+v", body, fault)
		}
		return call.Fingerprint(sources, nil), body
	}
	for range 10_000 {
		message, params := randomCall(r)
		first, body := fingerprint(message)
		anotherAttempt(r, message, params)
		if again, other := fingerprint(message); again != first {
			t.Fatalf("two fingerprints of\n%s\n%s", body, other)
		}
		params["arguments"] = jsontest.Changed(r, params["arguments"])
		if changed, other := fingerprint(message); changed == first {
			t.Fatalf("one fingerprint of\n%s\n%s", body, other)
		}
	}
}
