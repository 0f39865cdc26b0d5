package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	patience  = 20 * time.Second // bounds every wait for an event
	pollEvery = 20 * time.Millisecond
)

// result is what a cell shows.
type result struct {
	before, after int    // executions before and after the retry
	first, retry  string // what the two attempts were told
}

// trial is one cell while it is played.
type trial struct {
	*result
	stage  *stage
	moment *moment
	fault  *fault
	mode   mode
	played []string // directives and what they printed, for the report of a failure
	err    error    // the first; nothing is done after it
}

// play breaks a call, and sends it again when the gateway is there.
func (t *trial) play() {
	t.harm(t.stage.Begin)
	t.fault.strike(t)
	t.do("origin")
	t.before = t.executions()
	t.retry = told(t.do("call key=k1 tool=" + t.tool()))
	t.after = t.executions()
}

func (t *trial) tool() string { return string(t.mode) + t.fault.tool }

func (t *trial) rest() rest { return t.moment.rest[t.mode] }

// arrive brings the call to its moment and leaves it there. script is a further part of the server's.
func (t *trial) arrive(script string) { t.bring(t.rest(), script, "") }

// arriveAtPoint has a kind of fault come at the moment's point.
func (t *trial) arriveAtPoint(kind string) {
	planted := faultAt(kind, t.moment.point)
	if t.moment.from == nil {
		t.start(planted)
		return
	}
	t.bring(t.moment.from.rest[t.mode], "", planted)
	t.do("origin resume")
}

// faultAt is the argument by which a call of a filter with fault points has a fault.
func faultAt(kind, point string) string {
	return " header=(x-mcponce-fault: " + kind + "@" + point + ")"
}

// bring starts the call and returns when it rests.
func (t *trial) bring(r rest, script, arguments string) {
	line := strings.Join([]string{"origin", r.origin, script}, " ")
	if r.pause != "" {
		line += " pause=" + r.pause
	}
	t.do(line)
	t.start(" " + r.call + arguments)
	for _, wait := range r.wait {
		if wait == untilRecorded {
			t.until("an execution that is recorded", func() bool {
				return t.do("metrics mcponce.attempts.outcome.executed") != ""
			})
			continue
		}
		t.do(wait)
	}
}

func (t *trial) start(arguments string) {
	t.do("start first key=k1 tool=" + t.tool() + arguments)
}

func (t *trial) await() { t.first = told(t.do("await first")) }

// do plays a directive.
func (t *trial) do(line string) (printed string) {
	if t.err == nil {
		printed, t.err = t.stage.Do(line)
		t.played = append(t.played, line, "\t"+strings.ReplaceAll(printed, "\n", "\n\t"))
	}
	return printed
}

// harm does what is no directive.
func (t *trial) harm(act func() error) {
	if t.err == nil {
		t.err = act()
	}
}

// lost is how many calls were left by their clients, as far as the gateway knows.
func (t *trial) lost() (n uint64) {
	t.harm(func() (err error) { n, err = t.stage.lost(); return err })
	return n
}

// untilServed waits for the gateway to recover from a trap.
func (t *trial) untilServed() {
	t.until("a gateway that serves", func() bool { return !strings.HasPrefix(t.do("send method=GET"), "503") })
}

func (t *trial) untilLogged(text string) {
	t.until(fmt.Sprintf("%q in the log", text), func() bool { return strings.Contains(t.stage.gateway.Log(), text) })
}

func (t *trial) until(what string, holds func() bool) {
	for bound := time.Now().Add(patience); t.err == nil && !holds(); time.Sleep(pollEvery) {
		if time.Now().After(bound) {
			t.err = fmt.Errorf("waited %v for %s", patience, what)
		}
	}
}

var executedLine = regexp.MustCompile(`(?m)^alice \S+ k1: (\d+) executed$`)

// executions of the call, by the server's ledger.
func (t *trial) executions() (n int) {
	if line := executedLine.FindStringSubmatch(t.do("ledger")); line != nil {
		n, _ = strconv.Atoi(line[1]) // digits
	}
	return n
}
