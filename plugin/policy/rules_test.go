package policy

import (
	"testing"
	"time"
)

func TestFirstMatchingRuleCountsThenTheDefaults(t *testing.T) {
	c := parse(t, `{
		"paths": ["/mcp"], "anonymous": "shared",
		"tools": [
			{"match": ["get_secret"], "max_attempts": 1},
			{"match": ["get_*", "balance"], "effect": "read", "max_attempts": 2},
			{"match": ["*_all"], "max_attempts": 3}
		],
		"defaults": {"max_attempts": 9, "retention": "48h"}
	}`)
	for _, x := range []struct {
		name     string
		attempts int
		effect   Effect
	}{
		{"get_secret", 1, Write},
		{"get_rates", 2, Read},
		{"get_all", 2, Read},
		{"balance", 2, Read},
		{"delete_all", 3, Write},
		{"transfer", 9, Write},
		{"", 9, Write},
		{"Balance", 9, Write},
		{" balance", 9, Write},
		{"balance ", 9, Write},
		{"forget_rates", 9, Write},
		{"get_\u0000", 2, Read},
	} {
		got := c.Tool(x.name)
		if got.MaxAttempts != x.attempts || got.Effect != x.effect || got.Retention != 48*time.Hour {
			t.Errorf("Tool(%q) = %+v, want attempts %d, effect %v, retention 48h", x.name, got, x.attempts, x.effect)
		}
	}
}

func TestRuleIsReadOverTheDefaultsWhereverTheyStand(t *testing.T) {
	c := parse(t, `{
		"tools": [{"match": ["pay"], "key": "required", "retention": "2h"}],
		"paths": ["/mcp"], "anonymous": "shared",
		"defaults": {"key": "pass", "tool_timeout": "1h", "max_result": "1KiB"}
	}`)
	pay, other := c.Tool("pay"), c.Tool("other")
	if pay.Key != KeyRequired || pay.Retention != 2*time.Hour || pay.ToolTimeout != time.Hour || pay.MaxResult != 1024 {
		t.Errorf("pay: %+v", pay)
	}
	if other.Key != KeyPass || other.Retention != 24*time.Hour {
		t.Errorf("other: %+v", other)
	}
}

func TestPatternThatCanNeverMatchIsRefused(t *testing.T) {
	for _, c := range []struct{ name, tools, want string }{
		{"same name", `{"match": ["a"]}, {"match": ["a"]}`, `tools[1].match[0]: unreachable: tools[0] already matches "a"`},
		{"after all", `{"match": ["*"]}, {"match": ["a", "b*"]}`, "tools[1].match[0]: unreachable: tools[0] already matches \"a\"\ntools[1].match[1]: unreachable: tools[0] already matches \"b*\""},
		{"after two rules", `{"match": ["a*"]}, {"match": ["*b"]}, {"match": ["ax", "xb"]}`, "tools[2].match[0]: unreachable: tools[0] already matches \"ax\"\ntools[2].match[1]: unreachable: tools[1] already matches \"xb\""},
		{"narrower prefix", `{"match": ["get_*"]}, {"match": ["get_all_*"]}`, `tools[1].match[0]: unreachable: tools[0] already matches "get_all_*"`},
		{"narrower suffix", `{"match": ["*_get"]}, {"match": ["*_all_get"]}`, `tools[1].match[0]: unreachable: tools[0] already matches "*_all_get"`},
		{"inner glob", `{"match": ["a*c"]}, {"match": ["a*b*c"]}`, `tools[1].match[0]: unreachable: tools[0] already matches "a*b*c"`},
		{"one pattern left", `{"match": ["a*"]}, {"match": ["b", "ab"]}`, `tools[1].match[1]: unreachable: tools[0] already matches "ab"`},
		{"wider later", `{"match": ["get_all_*"]}, {"match": ["get_*"]}, {"match": ["*"]}`, ``},
		{"overlap", `{"match": ["a*"]}, {"match": ["*a"]}`, ``},
		{"other case", `{"match": ["pay"]}, {"match": ["Pay"]}`, ``},
		{"star in a later name is not taken by a letter", `{"match": ["ab"]}, {"match": ["a*"]}`, ``},
		{"faulty pattern is no reason", `{"match": ["*"]}, {"match": [""]}`, `tools[1].match[0]: want a tool name or a glob, not empty, got ""`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse([]byte(`{"paths": ["/mcp"], "anonymous": "shared", "tools": [` + c.tools + `]}`))
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
