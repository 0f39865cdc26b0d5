package policy

import (
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
)

// base is a small configuration; tests put more members before its end.
const base = `{"paths": ["/mcp"], "principal": {"header": "x-user"}, "tools": [{"match": ["*"]}]`

func parse(t *testing.T, text string) *Config {
	t.Helper()
	c, err := Parse([]byte(text))
	if err != nil {
		t.Fatalf("Parse(%s): %v", text, err)
	}
	return c
}

// toolOf is the policy of a tool at /mcp of any host.
func toolOf(c *Config, name string) Tool {
	tool, _ := c.Rules("host", "/mcp").Tool(name)
	return tool
}

// with gives base with further members.
func with(members string) string {
	return base + ", " + members + "}"
}

func TestDefaultsAreThoseOfTheDocumentation(t *testing.T) {
	c := parse(t, base+"}")
	wantTool := Tool{
		Effect: Write, Key: KeyRequired, Execution: Auto,
		ToolTimeout: 5 * time.Minute, Retention: 24 * time.Hour, Wait: 30 * time.Second, RetryAfter: time.Second,
		MaxAttempts: 100, MaxResult: 256 << 10, RecoverWindow: 10 * time.Minute, RecoverGrace: 500 * time.Millisecond,
	}
	want := &Config{
		Principal: Principal{Header: "x-user"},
		Keys: []KeySource{
			{KeyHeader, "idempotency-key"}, {KeyMeta, "mcponce/idempotency-key"},
			{KeyMeta, "idempotencyKey"}, {KeyParam, "idempotencyKey"},
		},
		MaxRequest: 1 << 20,
		ErrorStyle: StyleRPC,
		Tick:       time.Second,
		Skew:       5 * time.Second,
		Store:      Store{Epoch: "1", Records: 1 << 20, Bytes: 256 << 20},
		paths:      paths{[]glob{"/mcp"}},
		tools:      toolRules{wantTool, []rule{{match: []glob{"*"}, tool: wantTool}}},
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got  %+v\nwant %+v", c, want)
	}
}

// everyField gives a value to each field.
const everyField = `{
	"paths": ["/MCP/", "/a/*/mcp"],
	"namespace": "bank",
	"principal": {"authorization": true},
	"anonymous": "shared",
	"callout": {"cluster": "upstream", "details_header": "X-Details"},
	"keys": ["_meta.claudecode/toolUseId", "header", "header.X-Idempotency-Key"],
	"annotation_header": "X-MCP-Annotation-Hints",
	"admin": {"path": "/mcponce", "secret": "0123456789abcdef0123456789abcdef"},
	"max_request": 4096,
	"error_style": "tool",
	"hold_headers": "optional",
	"tick": "250ms",
	"skew": "2s",
	"replay_headers": ["X-Request-Cost"],
	"defaults": {"effect": "write", "key": "pass", "execution": "inline", "on_client_left": "cancel", "tool_timeout": "10s",
		"retention": "1h30m", "wait": "0s", "retry_after": "250ms", "max_attempts": 3, "max_result": "2MiB", "recover_grace": "0s",
		"outcomes": {"http_503": "release"}, "ignore": ["/trace"], "argument_key": "/key", "annotations": "trust", "advertise": true},
	"tools": [{"match": ["pay"], "hosts": ["Bank.Example.com"], "paths": ["/A/*"], "effect": "read", "key": "timed", "in_doubt": "retry", "execution": "detached", "on_client_left": "continue", "tool_timeout": "20s",
		"retention": "30s", "wait": "4s", "retry_after": "2s", "max_attempts": 1, "max_result": 1,
		"recover_window": "5m", "recover_grace": "1s",
		"outcomes": {"http_404": "release", "error_-32050": "done"}, "ignore": ["/client/time", "/a~1b"], "argument_key": "/client/key", "annotations": "ignore", "advertise": false}],
	"store": {"local": {"records": 1024, "bytes": "1GiB"}, "epoch": "2026-07"}
}`

func TestEveryFieldIsRead(t *testing.T) {
	c := parse(t, everyField)
	want := &Config{
		Namespace:      "bank",
		Principal:      Principal{Authorization: true, AnonymousShared: true},
		CalloutCluster: "upstream",
		DetailsHeader:  "x-details",
		Keys:           []KeySource{{KeyMeta, "claudecode/toolUseId"}, {KeyHeader, "idempotency-key"}, {KeyHeader, "x-idempotency-key"}},
		HintsHeader:    "x-mcp-annotation-hints",
		Admin:          Admin{"/mcponce", "0123456789abcdef0123456789abcdef"},
		MaxRequest:     4096,
		ErrorStyle:     StyleTool,
		HoldHeaders:    HoldOptional,
		Tick:           250 * time.Millisecond,
		Skew:           2 * time.Second,
		Store:          Store{Epoch: "2026-07", Records: 1024, Bytes: 1 << 30},
		paths:          paths{[]glob{"/mcp", "/a/*/mcp"}},
		replay:         []string{"x-request-cost"},
		tools: toolRules{
			Tool{Effect: Write, Key: KeyPass, Execution: Inline, ClientLeft: LeftCancel, ToolTimeout: 10 * time.Second, Retention: 90 * time.Minute,
				RetryAfter: 250 * time.Millisecond, MaxAttempts: 3, MaxResult: 2 << 20, RecoverWindow: 10 * time.Minute,
				Outcomes: Outcomes{{503, 0, EndRelease}}, Ignore: []Pointer{"/trace"}, ArgumentKey: "/key",
				Annotations: Trusted, Advertise: true},
			[]rule{{[]glob{"pay"}, []glob{"bank.example.com"}, []glob{"/a/*"}, Tool{Effect: Read, Key: KeyTimed, Execution: Detached, ToolTimeout: 20 * time.Second, Retention: 30 * time.Second,
				Wait: 4 * time.Second, RetryAfter: 2 * time.Second, MaxAttempts: 1, MaxResult: 1, InDoubt: DoubtRetry,
				RecoverWindow: 5 * time.Minute, RecoverGrace: time.Second,
				Outcomes: Outcomes{{404, 0, EndRelease}, {0, -32050, EndDone}}, Ignore: []Pointer{"/client/time", "/a~1b"}, ArgumentKey: "/client/key"}}},
		},
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got  %+v\nwant %+v", c, want)
	}
}

func TestExampleIsAccepted(t *testing.T) {
	text, err := os.ReadFile("testdata/example.json")
	if err != nil {
		t.Fatal(err)
	}
	c := parse(t, string(text))
	if got := toolOf(c, "get_rates").Effect; got != Read {
		t.Errorf("effect of get_rates = %v, want Read", got)
	}
	if got := toolOf(c, "transfer").Retention; got != 72*time.Hour {
		t.Errorf("retention of transfer = %v, want 72h", got)
	}
}

func TestAllFaultsAreReportedTogether(t *testing.T) {
	_, err := Parse([]byte(`{
		"Paths": 1,
		"paths": ["mcp", "/mcp"],
		"tools": [
			{"match": ["*"], "retention": 5},
			{"mach": ["x"]},
			{"match": ["pay"], "max_attempts": 0, "max_attempts": 1},
			{"match": ["b"], "tool_timeout": "48h", "execution": "detached"}
		],
		"store": {"local": {"record": 1}}
	}`))
	want := strings.Join([]string{
		`Paths: ` + unknown(configFields()),
		`paths[0]: want a plain path such as "/mcp" or "/mcp/*", without escapes, parameters, query, dot segments or repeated slashes, got "mcp"`,
		`tools[0].retention: want a duration such as "24h", got 5`,
		`tools[1].mach: ` + unknown(ruleFields()),
		`tools[1].match: want a list of tool names such as ["get_*"], got nothing`,
		`tools[2].max_attempts: duplicate member`,
		`tools[2].max_attempts: want an integer from 1 to 1000000, got 0`,
		`tools[3].tool_timeout: want shorter than retention (24h0m0s), got "48h"`,
		`tools[2].match[0]: unreachable: tools[0] already matches "pay"`,
		`tools[3].match[0]: unreachable: tools[0] already matches "b"`,
		`store.local.record: unknown field (known: records, bytes)`,
		`principal: want {"header": "x-user"}, {"property": [...]} or {"authorization": true}, or "anonymous": "shared" beside it, got nothing`,
		`tools[3].execution: want "auto" or "inline" (for "detached" give "callout": {"cluster": "mcp_upstream"}), got "detached"`,
	}, "\n")
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

// unknown is the end of the message for a member that none of the fields has.
func unknown[T any](fields []field[T]) string {
	var names []string
	for _, f := range fields {
		names = append(names, f.name)
	}
	return "unknown field (known: " + strings.Join(names, ", ") + ")"
}
