package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"mcponce/host"
)

// journal is a log of lines whose clock moves by a second with each thing that is told.
type journal struct {
	lines *lines
	out   bytes.Buffer
	time  time.Time
}

func newJournal() *journal {
	j := &journal{time: time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)}
	j.lines = newLines(&j.out, func(path string) bool { return path == "/mcp" })
	j.lines.now = func() time.Time { return j.time }
	return j
}

func (j *journal) log(level host.Level, line string) {
	j.time = j.time.Add(time.Second)
	j.lines.log(level, line)
}

// ended tells of a stream's end; note is the filter's outcome and, after a space, the action.
func (j *journal) ended(note, details string, status int, change func(*host.Access)) {
	j.time = j.time.Add(time.Second)
	outcome, action, _ := strings.Cut(note, " ")
	a := host.Access{Method: "POST", Path: "/mcp", Status: status, Details: details, Duration: 3412345 * time.Nanosecond,
		Properties: map[string]string{}}
	if outcome != "" {
		a.Properties["mcponce"] = outcome
	}
	if action != "" {
		a.Properties["mcponce_action"] = action
	}
	if change != nil {
		change(&a)
	}
	j.lines.access(a)
}

func (j *journal) want(t *testing.T, text string) {
	t.Helper()
	want := strings.TrimPrefix(text, "\n")
	if got := j.out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestEachDecisionIsOneLine(t *testing.T) {
	j := newJournal()
	j.lines.started()
	j.log(host.LevelInfo, `"transfer" d5e88ae6cf72: pending`)
	j.log(host.LevelInfo, `"transfer" d5e88ae6cf72: done`)
	j.ended("executed d5e88ae6cf72", "mcponce_executed", 200, nil)
	j.ended("replayed d5e88ae6cf72", "mcponce_replayed", 200, nil)
	j.ended("idempotency_key_conflict d5e88ae6cf72", "mcponce_idempotency_key_conflict", 200, nil)
	j.ended("key_missing", "mcponce_key_missing", 200, nil)
	j.ended("passed", "via_upstream", 200, nil)
	j.log(host.LevelInfo, `"note" 00c0ffee00c0: pending`)
	j.log(host.LevelWarn, `"note" 00c0ffee00c0: in_doubt, client_left`)
	j.ended("in_doubt 00c0ffee00c0", "downstream_remote_disconnect", 0, nil)
	j.ended("in_doubt 00c0ffee00c0", "mcponce_in_doubt", 200, nil)
	j.log(host.LevelInfo, `"a \"b\"\n" 111111111111: pending`)
	j.log(host.LevelInfo, `"a \"b\"\n" 111111111111: released`)
	j.ended("released 111111111111", "via_upstream", 429, nil)
	j.want(t, `
TIME          OUTCOME          TOOL                  ACTION        ANSWER             TOOK
09:00:03.000  executed         transfer              d5e88ae6cf72  server   200      3.4ms
09:00:04.000  replayed         transfer              d5e88ae6cf72  mcponce  200      3.4ms
09:00:05.000  conflict         transfer              d5e88ae6cf72  mcponce  200      3.4ms
09:00:06.000  key_missing      POST /mcp             -             mcponce  200      3.4ms
09:00:07.000  passed           POST /mcp             -             server   200      3.4ms
09:00:10.000  in_doubt         note                  00c0ffee00c0  nobody   -        3.4ms  client_left
09:00:11.000  in_doubt         note                  00c0ffee00c0  mcponce  200      3.4ms  client_left
09:00:14.000  released         "a \"b\"\n"           111111111111  server   429      3.4ms
`)
}

func TestCallWhoseClientLeftHasALineThenAndOneAtItsEnd(t *testing.T) {
	for name, c := range map[string]struct{ change, want string }{
		"executed": {"done", "executed         transfer              d5e88ae6cf72  nobody   -           2s  after its client had left"},
		"released": {"released", "released         transfer              d5e88ae6cf72  nobody   -           2s  after its client had left"},
		"in doubt": {"in_doubt, gateway_timeout",
			"in_doubt         transfer              d5e88ae6cf72  nobody   -           2s  gateway_timeout, after its client had left"},
	} {
		t.Run(name, func(t *testing.T) {
			j := newJournal()
			j.log(host.LevelInfo, `"transfer" d5e88ae6cf72: pending`)
			j.ended("carried_on d5e88ae6cf72", "downstream_remote_disconnect", 0, nil)
			j.log(host.LevelInfo, `"transfer" d5e88ae6cf72: `+c.change)
			j.want(t, `
09:00:02.000  carried_on       transfer              d5e88ae6cf72  nobody   -        3.4ms  the client left, the call goes on
09:00:03.000  `+c.want+"\n")
		})
	}
}

func TestRequestsThatAreNoAttemptsAreShownWhereSomebodyWouldLookForThem(t *testing.T) {
	for name, c := range map[string]struct {
		details string
		change  func(*host.Access)
		want    string // the line's middle; empty: no line
	}{
		"a list of tools":         {"via_upstream", nil, ""},
		"a stream that ends":      {"downstream_remote_disconnect", func(a *host.Access) { a.Method = "GET" }, ""},
		"the server is down":      {"upstream_reset_before_response_started{connection_termination}", nil, "failed           POST /mcp "},
		"a path without a guard":  {"via_upstream", func(a *host.Access) { a.Path = "/?token=secret" }, "unguarded        POST /  "},
		"a path with terminal's":  {"via_upstream", func(a *host.Access) { a.Path = "/\x1b[2J" }, `unguarded        POST "/\x1b[2J"`},
		"a page on another path":  {"via_upstream", func(a *host.Access) { a.Method, a.Path = "GET", "/ledger" }, ""},
		"a long path has its end": {"via_upstream", func(a *host.Access) { a.Path = "/" + strings.Repeat("a", 100) }, "aaa…"},
	} {
		t.Run(name, func(t *testing.T) {
			j := newJournal()
			j.ended("", c.details, 503, c.change)
			got := j.out.String()
			if !strings.Contains(got, c.want) || (c.want == "") != (got == "") || strings.Contains(got, "secret") || len(got) > 200 {
				t.Errorf("got %q; want a line with %q", got, c.want)
			}
		})
	}
}

func TestWarningsAreSaidOnceAndTheRestIsLeftOut(t *testing.T) {
	j := newJournal()
	for range 3 { // VMs
		j.log(host.LevelInfo, "records are kept in this gateway process")
		j.log(host.LevelWarn, "no namespace is configured")
	}
	j.lines.started()
	j.out.Reset()
	j.log(host.LevelWarn, "no namespace is configured") // by a VM that replaces another
	j.log(host.LevelError, "the tick cannot be set")
	j.log(host.LevelError, "the tick cannot be set")
	j.want(t, `
09:00:08.000  error: the tick cannot be set
09:00:09.000  error: the tick cannot be set
`)
}

func TestOldestActionIsForgotten(t *testing.T) {
	a := actions{known: map[string]*known{}}
	for i := range remembered + 1 {
		for range 2 {
			a.changed(change{tool: "transfer", action: string(rune(i))}, time.Time{})
		}
	}
	if len(a.known) != remembered || a.of(string(rune(0))).tool != "" || a.of(string(rune(1))).tool == "" {
		t.Errorf("%d are known, the oldest as %+v; want %d without it", len(a.known), a.of(string(rune(0))), remembered)
	}
}
