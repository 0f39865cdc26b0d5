package policy

import (
	"reflect"
	"slices"
	"testing"
	"time"
)

const explained = `{"paths": ["/mcp"], "principal": {"header": "x-user"},
	"defaults": {"retention": "48h", "max_attempts": 7},
	"tools": [
		{"match": ["get_*", "list"], "effect": "read"},
		{"match": ["pay"], "retention": "72h", "max_result": 65536}
	]}`

// of gives the policy that takes the tool.
func of(t *testing.T, tool string) (e Explained, pattern string) {
	t.Helper()
	_, all, err := Explain([]byte(explained))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if pattern, ok := e.Matches(tool); ok {
			return e, pattern
		}
	}
	t.Fatalf("no policy takes %q", tool)
	return e, ""
}

func TestExplanationNamesTheRuleThatTakesATool(t *testing.T) {
	for tool, want := range map[string][2]string{
		"get_rates": {"tools[0]", "get_*"},
		"list":      {"tools[0]", "list"},
		"pay":       {"tools[1]", "pay"},
		"pay2":      {"defaults", ""},
		"":          {"defaults", ""},
	} {
		e, pattern := of(t, tool)
		if got := [2]string{e.Path, pattern}; got != want {
			t.Errorf("%q: got %v, want %v", tool, got, want)
		}
		if config := parse(t, explained); !reflect.DeepEqual(e.Tool, toolOf(config, tool)) {
			t.Errorf("%q: explained as %+v, it is %+v", tool, e.Tool, toolOf(config, tool))
		}
	}
}

func TestExplanationSpellsEachSettingAsItsSourceDoes(t *testing.T) {
	e, _ := of(t, "pay")
	for _, want := range []Setting{
		{"effect", "write", true}, {"tool_timeout", "5m", true},
		{"retention", "72h", false}, {"max_attempts", "7", false}, {"max_result", "65536", false},
	} {
		if !slices.Contains(e.Settings, want) {
			t.Errorf("got  %v\nwant among them %v", e.Settings, want)
		}
	}
	other, _ := of(t, "other")
	if want := (Setting{"retention", "48h", false}); !slices.Contains(other.Settings, want) || other.Tool.Retention != 48*time.Hour {
		t.Errorf("got %v, want the retention of the defaults", other.Settings)
	}
}

func TestExplanationHasEveryField(t *testing.T) {
	e, _ := of(t, "pay")
	if got, want := len(e.Settings), reflect.TypeFor[Tool]().NumField(); got < want {
		t.Errorf("%d settings for the %d fields of Tool", got, want)
	}
}
