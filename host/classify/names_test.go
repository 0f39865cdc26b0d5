package classify

import (
	"slices"
	"testing"
)

func TestNameSuggestsReadingOnlyWhereNothingInItWrites(t *testing.T) {
	reads := func(word string) nameWord { return nameWord{word: word, reads: true} }
	writes := func(word string) nameWord { return nameWord{word: word, writes: true} }
	for name, want := range map[string]nameWord{
		"get_rates":          reads("get"),
		"getRates":           reads("get"),
		"GetRates":           reads("get"),
		"GET-RATES":          reads("get"),
		"list":               reads("list"),
		"read_file":          reads("read"),
		"search.users":       {}, // users is the tool, search what it belongs to
		"users.search":       reads("search"),
		"mcp__bank__get_all": reads("get"),
		"bank/list":          reads("list"),
		"get_transfer":       reads("get"), // here a noun
		"list_transfers":     reads("list"),
		"get_or_create_user": writes("create"),
		"search_and_replace": writes("replace"),
		"get_and_lock":       writes("lock"),
		"read_then_archive":  writes("archive"),
		"transfer":           writes("transfer"),
		"bank.transfer":      writes("transfer"),
		"mark_as_read":       writes("mark"),
		"sendEmail":          writes("send"),
		"user_delete":        writes("delete"),
		"listAndDeleteUsers": writes("delete"),
		"github_list_issues": {},
		"fetch":              {},
		"run_query":          writes("run"),
		"balance":            {},
		"getter":             {},
		"":                   {},
		"__":                 {},
		"*":                  {},
	} {
		if got := readName(name); got != want {
			t.Errorf("%q: got %+v, want %+v", name, got, want)
		}
	}
}

func TestVerbsAreOfOneKind(t *testing.T) {
	for _, verb := range reading {
		if slices.Contains(writing, verb) || slices.Contains(acting, verb) {
			t.Errorf("%s is in two lists", verb)
		}
	}
	for _, verb := range writing {
		if slices.Contains(acting, verb) {
			t.Errorf("%s is in two lists", verb)
		}
	}
}
