package main

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"mcponce/host"
)

// lines writes the log for people: one line for each decision of the filter, and what it warns of. Nothing of keys,
// arguments or principals is in it.
type lines struct {
	now     func() time.Time
	governs func(path string) bool // as configured

	mu       sync.Mutex
	out      io.Writer
	starting bool
	repeated map[string]bool // what each VM says at its start
	actions  actions
}

func newLines(out io.Writer, governs func(path string) bool) *lines {
	return &lines{now: time.Now, governs: governs, out: out, starting: true, repeated: map[string]bool{},
		actions: actions{known: map[string]*known{}}}
}

// log is told what the filter and the gateway log. What a call whose client has left comes to is a decision; every other
// change of an action is told by the line of the attempt that made it.
func (l *lines) log(level host.Level, line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c, ok := readChange(line); ok {
		if before := l.actions.changed(c, l.now()); before.left {
			l.row(row{outcome: c.outcome(), subject: plain(c.tool), action: c.action, took: l.now().Sub(before.claimed),
				notes: []string{c.reason, "after its client had left"}})
		}
		return
	}
	if level < host.LevelWarn || l.repeated[line] {
		return
	}
	if l.starting {
		l.repeated[line] = true
	}
	l.write("%v: %s", level, strings.TrimSpace(line))
}

// access is told how a request ended. Of the requests that are no attempts, those that a person may look for have a line:
// what the gateway had to answer itself, and what is posted to a path that is not guarded.
func (l *lines) access(a host.Access) {
	l.mu.Lock()
	defer l.mu.Unlock()
	outcome, action := a.Properties["mcponce"], a.Properties["mcponce_action"]
	known := l.actions.of(action)
	by, note := answered(a)
	r := row{outcome: strings.TrimPrefix(outcome, "idempotency_key_"), subject: plain(known.tool), action: action, by: by, status: a.Status,
		took: a.Duration, notes: []string{note}}
	switch {
	case outcome == "carried_on":
		l.actions.carriesOn(action)
		r.notes = append(r.notes, "the call goes on")
	case outcome == "in_doubt":
		r.notes = []string{cmp.Or(known.reason, note)}
	case outcome != "":
	case a.Details == "mcponce_admin":
		return // a resolution is in the log
	case by == "gateway":
		r.outcome = "failed"
	case a.Method == http.MethodPost && !l.governs(a.Path):
		r.outcome = "unguarded"
	default:
		return
	}
	if known.tool == "" {
		path, _, _ := strings.Cut(a.Path, "?")
		r.subject = a.Method + " " + plain(path)
	}
	l.row(r)
}

// answered tells who answered the client, from the response code details, and what else they say.
func answered(a host.Access) (by, note string) {
	switch {
	case a.Details == "via_upstream", a.Details == "mcponce_executed": // the second passes a callout's answer on
		return "server", ""
	case strings.HasPrefix(a.Details, "mcponce_"):
		return "mcponce", ""
	case a.Details == "downstream_remote_disconnect", a.Details == "http2.remote_reset":
		return "nobody", "the client left"
	default:
		return "gateway", a.Details
	}
}

// started ends what is said at the start, and heads the lines of decisions.
func (l *lines) started() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.starting = false
	l.columns("TIME", "OUTCOME", "TOOL", "ACTION", "ANSWER", "", "TOOK", "")
}

// row is a decision. What is not known is empty.
type row struct {
	outcome, subject, action, by string
	status                       int
	took                         time.Duration
	notes                        []string
}

const columns = "%-12s  %-15s  %-20s  %-12s  %-7s  %-3s  %9s  %s"

func (l *lines) row(r row) {
	status := "-"
	if r.status > 0 {
		status = strconv.Itoa(r.status)
	}
	notes := strings.Join(slices.DeleteFunc(r.notes, func(note string) bool { return note == "" }), ", ")
	l.columns(l.clock(), r.outcome, r.subject, cmp.Or(r.action, "-"), cmp.Or(r.by, "nobody"), status, r.took.Round(time.Millisecond/10), notes)
}

func (l *lines) columns(values ...any) {
	fmt.Fprintln(l.out, strings.TrimRight(fmt.Sprintf(columns, values...), " "))
}

// say writes a line of the command's own.
func (l *lines) say(format string, arguments ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.write(format, arguments...)
}

func (l *lines) write(format string, arguments ...any) {
	fmt.Fprintf(l.out, l.clock()+"  "+format+"\n", arguments...)
}

func (l *lines) clock() string { return l.now().Format("15:04:05.000") }

const longestSubject = 40 // bytes; a tool's name is whatever the caller sends

// plain is text that cannot be taken for another column or line, nor move a terminal's cursor; it is cut to longestSubject.
func plain(text string) string {
	if len(text) > longestSubject {
		text = strings.ToValidUTF8(text[:longestSubject], "") + "…"
	}
	return whole(text)
}

// whole is plain text of any length.
func whole(text string) string {
	quoted := strconv.Quote(text)
	if strings.Contains(text, " ") || quoted[1:len(quoted)-1] != text {
		return quoted
	}
	return text
}
