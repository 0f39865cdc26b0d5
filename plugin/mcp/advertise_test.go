package mcp

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mcponce/plugin/policy"
)

func TestArgumentIsAddedAndTheRestStaysAsSent(t *testing.T) {
	const key = `"idempotency_key":` + describedKey
	for _, c := range []struct {
		name, schema string
		rule         policy.KeyRule
		want         string
	}{
		{"empty schema", `{}`, policy.KeyRequired, `{"properties":{` + key + `},"required":["idempotency_key"]}`},
		{"empty schema, optional", `{ }`, policy.KeyPass, `{"properties":{` + key + `} }`},
		{"optional where calls are recovered", `{}`, policy.KeyRecover, `{"properties":{` + key + `}}`},
		{"time told", `{}`, policy.KeyTimed, `{"properties":{"idempotency_key":` + describedTimedKey + `},"required":["idempotency_key"]}`},
		{"properties and required", `{"type":"object","properties":{"a":{}},"required":["a"],"additionalProperties":false}`, policy.KeyRequired,
			`{"type":"object","properties":{"a":{},` + key + `},"required":["a","idempotency_key"],"additionalProperties":false}`},
		{"required before properties", `{"required":["a"],"properties":{"a":{}}}`, policy.KeyRequired,
			`{"required":["a","idempotency_key"],"properties":{"a":{},` + key + `}}`},
		{"empty ones", `{"properties":{ },"required":[ ]}`, policy.KeyRequired,
			`{"properties":{` + key + ` },"required":["idempotency_key" ]}`},
		{"properties only", `{"properties":{"a":true},"x":1}`, policy.KeyRequired,
			`{"properties":{"a":true,` + key + `},"x":1,"required":["idempotency_key"]}`},
		{"required only", `{"required":["a"]}`, policy.KeyRequired,
			`{"required":["a","idempotency_key"],"properties":{` + key + `}}`},
		{"white space", "{\n \"properties\" : {\n  \"a\" : { \"type\":\"string\" }\n },\n \"required\" : [\n \"a\"\n ]\n}", policy.KeyRequired,
			"{\n \"properties\" : {\n  \"a\" : { \"type\":\"string\" }," + key + "\n },\n \"required\" : [\n \"a\",\"idempotency_key\"\n ]\n}"},
		{"odd spellings", `{"pr\u006fperties":{"\u00e9":1e2}}`, policy.KeyPass, `{"pr\u006fperties":{"\u00e9":1e2,` + key + `}}`},
		{"members that hold much", `{"properties":{"a":{"b":[{"c":{}}]}},"required":[["x"]]}`, policy.KeyRequired,
			`{"properties":{"a":{"b":[{"c":{}}]},` + key + `},"required":[["x"],"idempotency_key"]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			tool := func(schema string) string {
				return "\n" + listOf(`{"name":"other","inputSchema":{}}, {"name":"a", "inputSchema":`+schema+`,"x":"é\u0000"}`) + " "
			}
			list, err := ReadList([]byte(tool(c.schema)))
			if err != nil {
				t.Fatal(err)
			}
			got, left := list.Advertise(func(name string, _ Hints) (policy.KeyRule, bool) { return c.rule, name == "a" })
			if want := tool(c.want); string(got) != want || left != nil {
				t.Errorf("got  %s\nwant %s\nleft %v", got, want, left)
			}
		})
	}
}

func TestToolWithAnArgumentOfThatNameIsLeftAsItIs(t *testing.T) {
	const tools = `{"name":"own","inputSchema":{"properties":{"idempotency_key":{}}}},{"name":"bare"},{"name":"twice","inputSchema":{}},` +
		`{"name":"twice","inputSchema":{"required":["idempotency_key"]}},{"name":"unwanted"}`
	list, err := ReadList([]byte(listOf(tools)))
	if err != nil {
		t.Fatal(err)
	}
	message, left := list.Advertise(func(name string, _ Hints) (policy.KeyRule, bool) { return policy.KeyRequired, name != "unwanted" })
	if string(message) != listOf(tools) {
		t.Errorf("got %s", message)
	}
	if want := []string{"own", "bare", "twice", "twice"}; !slices.Equal(left, want) {
		t.Errorf("left %v, want %v", left, want)
	}
}

// What is added, and nothing else, tells the lists apart for another reader of JSON.
func TestOtherReadersFindTheArgumentAndTheRest(t *testing.T) {
	message := listOf(`{"name":"a","inputSchema":{"properties":{"x":{"enum":[1.50,"\"}"]}},"required":["x"]},"annotations":{}},` +
		`{"inputSchema":{"type":"object"},"name":"b"}`)
	list, err := ReadList([]byte(message))
	if err != nil {
		t.Fatal(err)
	}
	edited, _ := list.Advertise(func(string, Hints) (policy.KeyRule, bool) { return policy.KeyRequired, true })
	type tools struct {
		Result struct{ Tools []map[string]any }
	}
	var before, after tools
	if json.Unmarshal([]byte(message), &before) != nil || json.Unmarshal(edited, &after) != nil {
		t.Fatalf("no JSON: %s", edited)
	}
	for i, tool := range after.Result.Tools {
		schema := tool["inputSchema"].(map[string]any)
		properties, required := schema["properties"].(map[string]any), schema["required"].([]any)
		if property, ok := properties["idempotency_key"].(map[string]any); !ok || property["type"] != "string" || property["description"] == "" {
			t.Errorf("tool %d has no such argument: %v", i, schema)
		}
		delete(properties, "idempotency_key")
		if last := len(required) - 1; required[last] != "idempotency_key" {
			t.Errorf("tool %d requires %v", i, required)
		} else {
			schema["required"] = required[:last]
		}
	}
	b := after.Result.Tools[1]["inputSchema"].(map[string]any)
	delete(b, "properties")
	delete(b, "required")
	if !reflect.DeepEqual(before, after) {
		t.Errorf("got  %v\nwant %v", after, before)
	}
}

func TestAdvertisedKeyIsTakenOutOfTheBody(t *testing.T) {
	for _, c := range []struct{ name, arguments, want string }{
		{"alone", `{"idempotency_key":"k"}`, `{                     }`},
		{"first", `{"idempotency_key":"k","a":1}`, `{                      "a":1}`},
		{"last", `{"a":1,"idempotency_key":"k"}`, `{"a":1                      }`},
		{"between", `{"a":1, "idempotency_key" : "k" , "b":2}`, `{"a":1,                           "b":2}`},
		{"after what holds much", `{"a":{"b":[1,{"c":2}]},"idempotency_key":"k"}`, `{"a":{"b":[1,{"c":2}]}                      }`},
		{"after several", `{"a":1,"b":2,"idempotency_key":"k"}`, `{"a":1,"b":2                      }`},
		{"over lines", "{\n\"idempotency_key\":\n\"k\",\n\"a\":1}", "{\n                        \"a\":1}"},
		{"escaped", `{"\u0069dempotency_key":"\u006b"}`, `{                               }`},
		{"absent", `{"a":1}`, ``},
		{"deeper", `{"a":{"idempotency_key":"k"}}`, ``},
		{"of another case", `{"Idempotency_Key":"k"}`, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			message := question(c.arguments, `,"idempotency_key":"elsewhere"`)
			got, ok := read(t, sent(), message).WithoutAdvertisedKey()
			if ok != (c.want != "") {
				t.Fatalf("got %v", ok)
			}
			if want := strings.Replace(message, c.arguments, c.want, 1); ok && string(got) != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if ok && !json.Valid(got) {
				t.Errorf("no JSON: %s", got)
			}
		})
	}
	if _, ok := read(t, sent(), `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"transfer"}}`).WithoutAdvertisedKey(); ok {
		t.Error("a call without arguments has one")
	}
}

func TestServerThatAsksIsToldFromOneThatNotifies(t *testing.T) {
	const answer = "data: {\"id\":1,\"result\":{}}\n\n"
	for _, c := range []struct {
		name, events string
		want         bool
	}{
		{"nothing else", answer, false},
		{"notification", "data: {\"method\":\"n\"}\n\n" + answer, false},
		{"request", "data: {\"method\":\"roots/list\",\"id\":\"s\"}\n\n" + answer, true},
		{"request after the answer", answer + "data: {\"method\":\"roots/list\",\"id\":\"s\"}\n\n", false},
		{"what is no message", "data: hello\n\n" + answer, true},
		{"message that is too long", "data: {\"method\":\"" + strings.Repeat("x", 200) + "\"}\n\n" + answer, true},
		{"comment and an event without data", ": ping\n\nid: 1\ndata:\n\n" + answer, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			collector := NewCollector("text/event-stream", "", -1, 100)
			collector.Feed([]byte(c.events))
			if got := collector.Asks(); got != c.want {
				t.Errorf("got %v", got)
			}
			if got := string(collector.Message()); got != `{"id":1,"result":{}}` {
				t.Errorf("the message is %q", got)
			}
		})
	}
}
