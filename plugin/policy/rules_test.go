package policy

import (
	"strings"
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
		got := toolOf(c, x.name)
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
	pay, other := toolOf(c, "pay"), toolOf(c, "other")
	if pay.Key != KeyRequired || pay.Retention != 2*time.Hour || pay.ToolTimeout != time.Hour || pay.MaxResult != 1024 {
		t.Errorf("pay: %+v", pay)
	}
	if other.Key != KeyPass || other.Retention != 24*time.Hour {
		t.Errorf("other: %+v", other)
	}
}

// rulesOf reads rules whose max_attempts tell them apart; the defaults have 9.
func rulesOf(t *testing.T, tools string) *Config {
	t.Helper()
	return parse(t, `{"paths": ["*"], "anonymous": "shared", "defaults": {"max_attempts": 9}, "tools": [`+tools+`]}`)
}

func TestRuleHoldsAtItsHostsAndPathsOnly(t *testing.T) {
	c := rulesOf(t, `
		{"match": ["pay"], "hosts": ["bank.example.com"], "paths": ["/bank", "/bank/*"], "max_attempts": 1},
		{"match": ["pay"], "hosts": ["*.example.com", "[::1]"], "max_attempts": 2},
		{"match": ["pay", "get"], "paths": ["/bank"], "max_attempts": 3},
		{"match": ["get"], "hosts": ["*"], "paths": ["*"], "max_attempts": 4}`)
	for _, x := range []struct {
		name, authority, path string
		want                  int
	}{
		{"pay", "bank.example.com", "/bank", 1},
		{"pay", "BANK.example.com:8443", "/bank", 1},
		{"pay", "bank.example.com.", "/bank", 1},
		{"pay", "bank.example.com", "/bank/eu", 1},
		{"pay", "bank.example.com", "/BANK?x=/other", 1},
		{"pay", "bank.example.com", "/bank/", 1},
		{"pay", "bank.example.com", "/other", 2},
		{"pay", "bank.example.com", "/bankx", 2},
		{"pay", "shop.example.com", "/bank", 2},
		{"pay", "example.com", "/bank", 3},
		{"pay", "bank.example.com.evil.org", "/bank", 3},
		{"pay", "[::1]:80", "/x", 2},
		{"pay", "", "/x", 9},
		{"get", "bank.example.com", "/bank", 3},
		{"get", "bank.example.com", "/bank/", 3},
		{"get", "bank.example.com", "/bank/eu", 4},
		{"get", "", "", 4},
		{"other", "bank.example.com", "/bank", 9},
	} {
		tool, sure := c.Rules(x.authority, x.path).Tool(x.name)
		if tool.MaxAttempts != x.want || !sure {
			t.Errorf("%s at %q %q: max_attempts %d, sure %v; want %d", x.name, x.authority, x.path, tool.MaxAttempts, sure, x.want)
		}
	}
}

func TestPathOfTwoReadingsFallsUnderNoRuleThatOnlyOneOfThemFits(t *testing.T) {
	for _, c := range []struct{ name, rules, path string }{
		{"a lax place left by dots", `{"match": ["*"], "paths": ["/dev", "/dev/*"], "effect": "read"}`, "/dev/../prod"},
		{"a lax place entered by dots", `{"match": ["*"], "paths": ["/dev"], "effect": "read"}`, "/prod/../dev"},
		{"escaped dots", `{"match": ["*"], "paths": ["/dev/*"], "effect": "read"}`, "/dev/%2e%2e/prod"},
		{"escaped slash", `{"match": ["*"], "paths": ["/dev/*"], "effect": "read"}`, "/dev%2fx"},
		{"parameter", `{"match": ["*"], "paths": ["/dev"], "effect": "read"}`, "/dev;x"},
		{"host in the path", `{"match": ["*"], "paths": ["/dev"], "effect": "read"}`, "//prod/dev"},
		{"a strict place before a lax rule", `{"match": ["*"], "paths": ["/prod"]}, {"match": ["*"], "effect": "read"}`, "/x/../prod"},
		{"a strict place by an escape", `{"match": ["*"], "paths": ["/prod"]}, {"match": ["*"], "effect": "read"}`, "/pr%6fd"},
		{"below a place, or the place itself", `{"match": ["*"], "paths": ["/prod/*"]}, {"match": ["*"], "effect": "read"}`, "/prod/"},
		{"more readings than any client's", `{"match": ["*"], "paths": ["/prod"]}, {"match": ["*"], "effect": "read"}`,
			"/%" + strings.Repeat("25", 200) + "41;/..//x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if tool, sure := rulesOf(t, c.rules).Rules("a", c.path).Tool("pay"); sure {
				t.Errorf("%s: sure of %+v", c.path, tool)
			}
		})
	}
}

func TestReadingsOfOtherPlacesDoNotMatter(t *testing.T) {
	c := rulesOf(t, `{"match": ["get"], "paths": ["/dev"], "max_attempts": 1}, {"match": ["pay"], "hosts": ["b"], "paths": ["/dev"], "max_attempts": 2}`)
	for name, path := range map[string]string{"no rule of this tool": "/x/../dev", "no rule of this host": "/dev;x"} {
		if tool, sure := c.Rules("a", path).Tool("pay"); !sure || tool.MaxAttempts != 9 {
			t.Errorf("%s: max_attempts %d, sure %v; want the defaults", name, tool.MaxAttempts, sure)
		}
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
		{"everywhere before a host", `{"match": ["a"]}, {"match": ["a"], "hosts": ["h"]}`, `tools[1].match[0]: unreachable: tools[0] already matches "a"`},
		{"everywhere before a path", `{"match": ["*"]}, {"match": ["a"], "paths": ["/p"]}`, `tools[1].match[0]: unreachable: tools[0] already matches "a"`},
		{"host before everywhere", `{"match": ["a"], "hosts": ["h"]}, {"match": ["a"]}`, ``},
		{"path before everywhere", `{"match": ["a"], "paths": ["/p"]}, {"match": ["a"]}`, ``},
		{"every host before everywhere", `{"match": ["a"], "hosts": ["h", "*"]}, {"match": ["a"]}`, `tools[1].match[0]: unreachable: tools[0] already matches "a"`},
		{"other hosts", `{"match": ["a"], "hosts": ["h"]}, {"match": ["a"], "hosts": ["i"]}`, ``},
		{"wider hosts before", `{"match": ["a"], "hosts": ["*.h", "i"]}, {"match": ["a"], "hosts": ["I", "a.h"]}`, `tools[1].match[0]: unreachable: tools[0] already matches "a"`},
		{"one host more", `{"match": ["a"], "hosts": ["*.h"]}, {"match": ["a"], "hosts": ["a.h", "i"]}`, ``},
		{"wider paths before, at the host", `{"match": ["a*"], "hosts": ["h"], "paths": ["/p/*"]}, {"match": ["ab"], "hosts": ["h"], "paths": ["/p/q/"]}`, `tools[1].match[0]: unreachable: tools[0] already matches "ab"`},
		{"wider paths before, at another host", `{"match": ["a*"], "hosts": ["h"], "paths": ["/p/*"]}, {"match": ["ab"], "hosts": ["i"], "paths": ["/p/q"]}`, ``},
		{"same host, other path", `{"match": ["a"], "hosts": ["h"], "paths": ["/p"]}, {"match": ["a"], "hosts": ["h"], "paths": ["/q"]}`, ``},
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
