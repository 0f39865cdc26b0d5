package mcp

import "testing"

func TestLegalSpellingsOfAGovernedCallAreRead(t *testing.T) {
	for name, body := range map[string]string{
		"plain":                          base,
		"white space around":             " \t\r\n" + base + " \t\r\n",
		"indented":                       edit(`,"params"`, ",\n  \"params\"", `{"name"`, "{\n \"name\""),
		"escaped member and method":      edit(`"method":"tools/call"`, `"meth\u006fd":"tools\/call"`),
		"escaped params and name":        edit(`"params"`, `"p\u0061rams"`, `"name"`, `"n\u0061me"`),
		"members in another order":       `{"params":{"arguments":{},"name":"transfer"},"method":"tools/call","id":7,"jsonrpc":"2.0"}`,
		"unknown members":                edit(`"id":7`, `"id":7,"trace":{"Method":1}`, `"name"`, `"x":null,"name"`),
		"no arguments":                   edit(`,"arguments":{"memo":"hunter2"}`, ``),
		"arguments with names like ours": withArguments(`{"method":"x","Method":"y","name":"balance","id":null,"_meta":[]}`),
		"numbers beyond doubles":         withArguments(`{"a":1e400,"b":9007199254740993,"c":-0,"d":1e-400}`),
		"surrogate pair":                 edit("hunter2", `\ud83d\udcb8`),
		"depth 128":                      nested(128),
		"_meta that is no object":        withParams(`"_meta":null`),
	} {
		t.Run(name, func(t *testing.T) {
			if call := read(t, sent(), body); call.Tool != "transfer" || string(call.ID) != "7" || call.Asked != ([32]byte{}) {
				t.Errorf("got tool %q, id %s, continuation %x", call.Tool, call.ID, call.Asked)
			}
		})
	}
}

func TestIDIsKeptAsItWasSent(t *testing.T) {
	for _, id := range []string{
		`0`, `1`, `-1`, `1.0`, `1e0`, `10e-1`, `-0`, `9007199254740993`, `123456789012345678901234567890`,
		`""`, `"1"`, `"c1d8d80b-2"`, `"\u0041"`, `"\""`, `"é"`,
	} {
		t.Run(id, func(t *testing.T) {
			if call := read(t, sent(), edit(`"id":7`, `"id": `+id+` `)); string(call.ID) != id {
				t.Errorf("got %s", call.ID)
			}
		})
	}
}

func TestContinuationsAreToldFromFirstRounds(t *testing.T) {
	for name, c := range map[string]struct {
		members string
		want    bool
	}{
		"neither":              {`"x":1`, false},
		"requestState":         {`"requestState":"s"`, true},
		"empty requestState":   {`"requestState":""`, true},
		"inputResponses":       {`"inputResponses":{"a":{"action":"accept"}}`, true},
		"no inputResponses":    {`"inputResponses":{}`, true},
		"null inputResponses":  {`"inputResponses":null`, true},
		"both":                 {`"requestState":"s","inputResponses":{}`, true},
		"escaped requestState": {`"r\u0065questState":"s"`, true},
	} {
		t.Run(name, func(t *testing.T) {
			if call := read(t, sent(), withParams(c.members)); call.Asked != ([32]byte{}) != c.want {
				t.Errorf("got %x", call.Asked)
			}
		})
	}
}

func TestRoundIsNamedByResponsesAndState(t *testing.T) {
	const first = `"inputResponses":{"a":{"action":"accept"},"b":1},"requestState":"s"`
	name := func(members string) [32]byte { return read(t, sent(), withParams(members)).Asked }
	for _, same := range []string{
		`"requestState":"\u0073","inputResponses":{"b":1.0,"a":{"\u0061ction":"accept"}}`,
		` "inputResponses" : { "a" : {"action":"accept"} , "b" : 10e-1 } , "requestState" : "s" `,
	} {
		if name(same) != name(first) {
			t.Errorf("%s is another round", same)
		}
	}
	for _, other := range []string{
		`"inputResponses":{"a":{"action":"accept"},"b":1}`,
		`"requestState":"s"`,
		`"inputResponses":{"a":{"action":"decline"},"b":1},"requestState":"s"`,
		`"inputResponses":{"a":{"action":"accept"},"b":1},"requestState":"S"`,
		`"inputResponses":null,"requestState":"s"`,
	} {
		if name(other) == name(first) {
			t.Errorf("%s is the same round", other)
		}
	}
}
