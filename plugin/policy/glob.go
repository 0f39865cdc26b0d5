package policy

import "strings"

// glob is a pattern in which each * stands for any run of characters, also none.
type glob string

// matches tells whether the whole text fits the pattern.
func (g glob) matches(text string) bool {
	head, rest, star := strings.Cut(string(g), "*")
	if !star {
		return text == head
	}
	text, ok := strings.CutPrefix(text, head)
	if !ok {
		return false
	}
	for {
		part, more, star := strings.Cut(rest, "*")
		if !star {
			return strings.HasSuffix(text, part)
		}
		// The leftmost place leaves the most text for the parts that follow.
		at := strings.Index(text, part)
		if at < 0 {
			return false
		}
		text, rest = text[at+len(part):], more
	}
}

// covers tells whether every text that fits other fits g. Read as a text, the
// stars of other stand for a character that only a star of g can take, and what
// fits with such a character fits with any run in its place. Nor can several
// globs cover together what none of them covers alone.
func (g glob) covers(other glob) bool {
	return g.matches(string(other))
}
