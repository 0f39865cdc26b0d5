package main

import (
	"regexp"
	"strconv"
	"time"
)

// change is a change of an action's state, as the filter logs it: "transfer" d5e88ae6cf72: in_doubt, client_left
type change struct{ tool, action, state, reason string }

var changeLine = regexp.MustCompile(`^("(?:[^"\\]|\\.)*") ([0-9a-f]{12}): (\w+)(?:, (\w+))?$`)

// readChange reads a line of the filter's log; ok is false for what is none.
func readChange(line string) (c change, ok bool) {
	parts := changeLine.FindStringSubmatch(line)
	if parts == nil {
		return change{}, false
	}
	tool, err := strconv.Unquote(parts[1])
	return change{tool, parts[2], parts[3], parts[4]}, err == nil
}

// pending is the state of an action whose call is running.
const pending = "pending"

// outcome is the state in the words of an attempt's outcome.
func (c change) outcome() string {
	if c.state == "done" || c.state == "open" {
		return "executed"
	}
	return c.state
}

// remembered bounds the actions that are remembered. Of an older one a retry's line does not tell the tool.
const remembered = 10_000

// actions remembers the last change of each action that has changed of late: the access log does not tell an action's tool,
// nor why it is in doubt.
type actions struct {
	known map[string]*known
	order [remembered]string // in which they came, in turn; the next one takes the place of the oldest
	next  int
}

type known struct {
	change
	claimed time.Time
	left    bool // its client has left, and it is pending
}

// of is what is known of an action, or the zero value.
func (a *actions) of(action string) known {
	if k := a.known[action]; k != nil {
		return *k
	}
	return known{}
}

// changed remembers the change, and tells what was known before.
func (a *actions) changed(c change, now time.Time) (before known) {
	before = a.of(c.action)
	k := known{change: c, claimed: before.claimed}
	if c.state == pending {
		k.claimed = now
	}
	if a.known[c.action] == nil {
		delete(a.known, a.order[a.next])
		a.order[a.next] = c.action
		a.next = (a.next + 1) % remembered
	}
	a.known[c.action] = &k
	return before
}

// carriesOn is told that the client of a running call has left.
func (a *actions) carriesOn(action string) {
	if k := a.known[action]; k != nil {
		k.left = k.state == pending
	}
}
