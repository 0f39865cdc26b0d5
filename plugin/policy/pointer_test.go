package policy

import (
	"slices"
	"testing"
)

func TestTokensOfAPointerAreDecoded(t *testing.T) {
	for pointer, want := range map[Pointer][]string{
		"/":        {""},
		"/a":       {"a"},
		"/a/b":     {"a", "b"},
		"/a/":      {"a", ""},
		"/a~1b":    {"a/b"},
		"/m~0n":    {"m~n"},
		"/~01":     {"~1"},
		"/~00/0":   {"~0", "0"},
		"/ /\"":    {" ", "\""},
		"/c%d/e^f": {"c%d", "e^f"},
	} {
		if got := pointer.Tokens(); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", pointer, got, want)
		}
	}
}

func TestRuleTakesBackWhatTheDefaultsSay(t *testing.T) {
	c := parse(t, `{"paths": ["/mcp"], "anonymous": "shared",
		"defaults": {"ignore": ["/a", "/b"], "outcomes": {"http_404": "release"}},
		"tools": [{"match": ["none"], "ignore": [], "outcomes": {}}, {"match": ["own"], "ignore": ["/c"], "outcomes": {"error_1": "done"}}]}`)
	none, own, other := toolOf(c, "none"), toolOf(c, "own"), toolOf(c, "other")
	if none.Ignore != nil || none.Outcomes != nil {
		t.Errorf("none: %v, %v", none.Ignore, none.Outcomes)
	}
	if !slices.Equal(own.Ignore, []Pointer{"/c"}) || !slices.Equal(own.Outcomes, Outcomes{{0, 1, EndDone}}) {
		t.Errorf("own: %v, %v; want its own alone", own.Ignore, own.Outcomes)
	}
	if !slices.Equal(other.Ignore, []Pointer{"/a", "/b"}) || !slices.Equal(other.Outcomes, Outcomes{{404, 0, EndRelease}}) {
		t.Errorf("other: %v, %v; want those of the defaults", other.Ignore, other.Outcomes)
	}
}
