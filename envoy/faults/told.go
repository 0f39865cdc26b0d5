package main

import (
	"regexp"
	"strings"
)

// What a client is told, in a word.
const (
	left        = "left" // it did not wait to be told
	noAnswer    = "no answer"
	cut         = "cut"
	executed    = "executed"
	replayed    = "replayed"
	inDoubt     = "in doubt"
	unreachable = "unreachable"
	plain503    = "503" // without a body
)

var answers = []struct {
	printed *regexp.Regexp
	word    string // $1 is what the expression's brackets hold
}{
	{regexp.MustCompile(`^connection closed without an answer$`), noAnswer},
	{regexp.MustCompile(`^200 application/json replayed=false\n\d+ result receipt \d+$`), executed},
	{regexp.MustCompile(`^200 application/json replayed=false\n\d+ result receipt \d+\ncut$`), executed + ", " + cut},
	{regexp.MustCompile(`^200 application/json replayed=true\n\d+ result receipt 1 replayed$`), replayed},
	{regexp.MustCompile(`^200 application/json replayed=false\ncut$`), cut},
	{regexp.MustCompile(`^200 application/json\n\d+ error -31411 in_doubt .*\breason=(\w+)`), inDoubt + " ($1)"},
	{regexp.MustCompile(`^200 application/json\n\d+ error -31504 unreachable\b`), unreachable},
	{regexp.MustCompile(`^503$`), plain503},
}

// told is what an answer, as package scenario prints it, says. What is not expected of any attempt stays as it is, such as a
// replay of another execution than the first.
func told(printed string) string {
	for _, a := range answers {
		if found := a.printed.FindStringSubmatchIndex(printed); found != nil {
			return string(a.printed.ExpandString(nil, a.word, printed, found))
		}
	}
	return strings.ReplaceAll(printed, "\n", "; ")
}
