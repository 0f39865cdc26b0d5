package main

import (
	"fmt"
	"slices"
	"strings"
)

// cell is a place in the matrix of one platform.
type cell struct {
	mode   mode
	moment *moment
	fault  *fault
}

func (c cell) String() string { return fmt.Sprintf("%s, %s, %s", c.mode, c.moment.name, c.fault.name) }

func (c cell) impossible() string { return c.fault.impossible(c.moment, c.mode) }

// sent: the server had the call when the fault came.
func (c cell) sent() bool { return c.moment != beforeClaim && c.moment != claimed }

// carriedOn: the fault leaves a detached call alone.
func (c cell) carriedOn() bool {
	return c.mode == detached && (c.fault == clientLeaves || c.fault == update)
}

// due is what the retry has to be told; in doubt stands for every reason.
func (c cell) due() string {
	switch {
	case c.fault == killTimed: // nobody remembers, and the key tells that
		return inDoubt
	case c.fault == killOpaque: // nobody remembers, and nothing tells that
		return executed
	case c.moment == recorded:
		return replayed
	case c.sent() && c.carriedOn():
		return replayed
	case c.sent():
		return inDoubt
	case c.moment == claimed && c.fault == vmTrap: // nobody can prove that nothing was sent
		return inDoubt
	default: // never claimed, or proved not sent
		return executed
	}
}

// faultsOf are what is wrong with a cell's result.
func (c cell) faultsOf(r result) (wrong []string) {
	say := func(bad bool, format string, args ...any) {
		if bad {
			wrong = append(wrong, fmt.Sprintf(format, args...))
		}
	}
	had := 0
	if c.sent() {
		had = 1
	}
	say(r.before != had, "want %d executions at the fault, got %d: the moment was not reached", had, r.before)
	again := r.after - r.before
	say(again > 1 || r.after > 1 && c.fault != killOpaque, "the action was executed %d times", r.after)
	say((again > 0) != (r.retry == executed), "the retry was told %q and executed %d times", r.retry, again)
	say(!tells(r.retry, c.due()), "want the retry told %q, got %q", c.due(), r.retry)
	say(!slices.ContainsFunc(c.dueFirst(), func(word string) bool { return tells(r.first, word) }),
		"want the first attempt told one of %q, got %q", c.dueFirst(), r.first)
	return wrong
}

// dueFirst is what the first attempt may be told.
func (c cell) dueFirst() []string {
	switch {
	case c.fault == clientLeaves:
		return []string{left}
	case c.moment == claimed && c.fault == reset:
		return []string{unreachable}
	case c.moment == recorded: // it may have all of the answer but its end
		return []string{noAnswer, cut, executed + ", " + cut, plain503}
	case c.fault == vmTrap:
		return []string{noAnswer, cut, plain503}
	default:
		return []string{noAnswer, cut, inDoubt}
	}
}

func tells(told, word string) bool { return told == word || strings.HasPrefix(told, word+" (") }
