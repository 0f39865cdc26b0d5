package main

import (
	"encoding/json"
	"strings"
	"testing"
)

const refused = `{"error": {"class": "E", "code": -31422, "message": "m", "data": {"type": "idempotency_key_conflict"}}}`

func TestBrokenPromisesAreFound(t *testing.T) {
	conflict := scene{name: "conflict", want: want{code: -31422, kind: "idempotency_key_conflict", executions: 1}}
	replay := scene{name: "replay", want: want{replayed: true, executions: 1}}
	for _, c := range []struct {
		name   string
		scene  scene
		style  string
		answer string
		twice  bool // executed
		dead   bool // the session
		broken string
	}{
		{"a refusal", conflict, "rpc", refused, false, false, ""},
		{"executed twice", conflict, "rpc", refused, true, false, "want 1 executions, got 2"},
		{"the session is lost", conflict, "rpc", refused, false, true, "does not serve"},
		{"another code", conflict, "rpc", strings.Replace(refused, "-31422", "-32005", 1), false, false, "want code -31422"},
		{"a code in words", conflict, "rpc", strings.Replace(refused, "-31422", `"CLIENT"`, 1), false, false, "want code -31422"},
		{"no data", conflict, "rpc", strings.Replace(refused, `"type"`, `"x"`, 1), false, false, "want code -31422"},
		{"a result instead of a refusal", conflict, "rpc", `{"result": {"content": [{"text": "t"}]}}`, false, false, "want code -31422"},
		{"the form is the SDK's affair under http", conflict, "http", `{"error": {"class": "E"}}`, false, false, ""},
		{"executed twice under http", conflict, "http", refused, true, false, "want 1 executions, got 2"},
		{"a refusal as a tool's result", conflict, "tool", `{"result": {"isError": true, "content": [{"text": "t"}]}}`, false, false, ""},
		{"an error instead of a tool's result", conflict, "tool", refused, false, false, "want a result with isError"},
		{"a replay", replay, "rpc", `{"result": {"content": [{"text": "t"}], "_meta": {"mcponce/replayed": {}}}}`, false, false, ""},
		{"a replay without its mark", replay, "rpc", `{"result": {"content": [{"text": "t"}]}}`, false, false, "want a mark"},
		{"an error instead of a replay", replay, "http", refused, false, false, "want a result"},
		{"an error of the SDK when the connection breaks", cut, "rpc", `{"error": {"class": "E"}}`, false, true, ""},
		{"executed twice when the connection breaks", cut, "rpc", `{"error": {"class": "E"}}`, true, true, "want 1 executions, got 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := seen{scene: c.scene, alive: !c.dead, executions: 1}
			if c.twice {
				g.executions = 2
			}
			if err := json.Unmarshal([]byte(c.answer), &g.answer); err != nil {
				t.Fatal(err)
			}
			list := g.broken(c.style)
			if c.broken == "" && len(list) > 0 {
				t.Errorf("want all promises kept, got %v", list)
			}
			if c.broken != "" && (len(list) != 1 || !strings.Contains(list[0].Error(), c.broken)) {
				t.Errorf("want %q, got %v", c.broken, list)
			}
		})
	}
}

func TestACellSaysWhatTheCallerHas(t *testing.T) {
	for _, c := range []struct{ name, answer, want string }{
		{"typed", refused, "`E` −31422, data"},
		{"a result", `{"result": {}}`, "result"},
		{"a tool's error", `{"result": {"isError": true}}`, "result, `isError`"},
		{"a replay", `{"result": {"_meta": {"mcponce/replayed": {}}}}`, "result, marked replayed"},
		{"the body in the message", `{"error": {"class": "E", "code": 422, "message": "{\"type\":\"t\"}"}}`, "`E` 422, data only within text"},
		{"the body in text of the data", `{"error": {"class": "E", "code": "C", "status": 422, "data": {"text": "{\"type\":\"t\"}"}}}`, "`E`, HTTP 422, data only within text"},
		{"a code alone", `{"error": {"class": "E", "code": -32005, "message": "m"}}`, "`E` −32005"},
		{"words alone", `{"error": {"class": "E", "message": "a | b at http://127.0.0.1:99/mcp"}}`, "`E`: a \\| b at /mcp"},
		{"nothing", `{"error": {"class": "E"}}`, "`E`"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var a answer
			if err := json.Unmarshal([]byte(c.answer), &a); err != nil {
				t.Fatal(err)
			}
			if got := a.String(); got != c.want {
				t.Errorf("got %q; want %q", got, c.want)
			}
		})
	}
}
