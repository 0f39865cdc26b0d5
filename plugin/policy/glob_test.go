package policy

import "testing"

func TestGlobMatchesTheWholeText(t *testing.T) {
	for _, c := range []struct {
		pattern glob
		text    string
		want    bool
	}{
		{"pay", "pay", true},
		{"pay", "Pay", false},
		{"pay", "pay ", false},
		{"pay", "payment", false},
		{"*", "", true},
		{"*", "pay", true},
		{"get_*", "get_", true},
		{"get_*", "get_x", true},
		{"get_*", "forget_x", false},
		{"*_get", "x_get", true},
		{"*_get", "x_get_", false},
		{"a*a", "a", false},
		{"a*a", "aa", true},
		{"a*b*c", "a-b-b-c", true},
		{"a*b*c", "acb", false},
		{"*ab*ab", "ab", false},
		{"a?c", "abc", false},
		{"**", "x", true},
	} {
		if got := c.pattern.matches(c.text); got != c.want {
			t.Errorf("%q matches %q = %v, want %v", c.pattern, c.text, got, c.want)
		}
	}
}

// words gives all texts over the letters, up to the length.
func words(letters string, length int) []string {
	all := []string{""}
	for from := 0; length > 0; length-- {
		to := len(all)
		for _, w := range all[from:to] {
			for _, l := range letters {
				all = append(all, w+string(l))
			}
		}
		from = to
	}
	return all
}

// slowMatch is the definition of a glob.
func slowMatch(pattern, text string) bool {
	switch {
	case pattern == "":
		return text == ""
	case pattern[0] == '*':
		return slowMatch(pattern[1:], text) || text != "" && slowMatch(pattern, text[1:])
	}
	return text != "" && text[0] == pattern[0] && slowMatch(pattern[1:], text[1:])
}

func TestGlobAgreesWithItsDefinition(t *testing.T) {
	texts := words("ab*", 5)
	for _, p := range words("ab*", 4) {
		for _, text := range texts {
			if got, want := glob(p).matches(text), slowMatch(p, text); got != want {
				t.Fatalf("%q matches %q = %v, want %v", p, text, got, want)
			}
		}
	}
}

func TestGlobCoversWhatItMatchesAllOf(t *testing.T) {
	texts := words("abc", 6) // c is in no pattern: long enough to tell any two apart
	patterns := words("ab*", 3)
	for _, p := range patterns {
		for _, q := range patterns {
			all := true
			for _, text := range texts {
				all = all && (!slowMatch(q, text) || slowMatch(p, text))
			}
			if got := glob(p).covers(glob(q)); got != all {
				t.Fatalf("%q covers %q = %v, want %v", p, q, got, all)
			}
		}
	}
}
