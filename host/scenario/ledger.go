package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// entry names what must happen once: a round of an action, as the origin saw it.
type entry struct {
	principal, tool, key string // key as in the Idempotency-Key header; principal and key may be empty
	round                string // what a continuation brought; empty in round 0
}

// tally counts what the origin did about an entry.
type tally struct{ executed, refused int }

// ledger is the origin's account of the tools/call requests that reached it: the ground truth of a scenario.
type ledger map[entry]tally

// withKeys returns the ledger with every key renamed.
func (l ledger) withKeys(rename func(string) string) ledger {
	renamed := ledger{}
	for e, t := range l {
		e.key = rename(e.key)
		renamed[e] = t
	}
	return renamed
}

// String has one line for each entry, sorted.
func (l ledger) String() string {
	if len(l) == 0 {
		return "nothing"
	}
	return strings.Join(l.lines(func(entry, tally) bool { return true }), "\n")
}

// violations are the entries that break the promise: executed more than once, or executed without a key.
func (l ledger) violations(allowUnkeyed, allowRepeated bool) []string {
	return l.lines(func(e entry, t tally) bool {
		if e.key == "" {
			return t.executed > 0 && !allowUnkeyed
		}
		return t.executed > 1 && !allowRepeated
	})
}

// lines describes the entries that are wanted.
func (l ledger) lines(wanted func(entry, tally) bool) []string {
	var lines []string
	for e, t := range l {
		if wanted(e, t) {
			lines = append(lines, e.describe(t))
		}
	}
	slices.Sort(lines)
	return lines
}

func (e entry) describe(t tally) string {
	text := fmt.Sprintf("%s %s %s", cmp.Or(e.principal, "nobody"), shorten(e.tool), cmp.Or(e.key, "unkeyed"))
	if e.round != "" {
		text += " round " + e.round
	}
	text += ":"
	if t.executed > 0 {
		text += fmt.Sprintf(" %d executed", t.executed)
	}
	if t.refused > 0 {
		text += fmt.Sprintf(" %d refused", t.refused)
	}
	return text
}
