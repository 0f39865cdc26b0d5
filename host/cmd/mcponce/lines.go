package main

import (
	"cmp"
	"fmt"
	"io"
	"sync"
	"time"

	"mcponce/host"
)

// lines writes the log for people: one line for each request that has ended, and what the filter complains of.
type lines struct {
	mu   sync.Mutex
	out  io.Writer
	seen map[string]bool // what was said while the VMs start; nil afterwards
}

func newLines(out io.Writer) *lines { return &lines{out: out, seen: map[string]bool{}} }

// log leaves out what every VM repeats at its start, and, once the gateway serves, what the access lines say better.
func (l *lines) log(level host.Level, line string) {
	l.mu.Lock()
	starting, repeated := l.seen != nil, l.seen[line]
	if starting {
		l.seen[line] = true
	}
	l.mu.Unlock()
	if starting && !repeated && level >= host.LevelInfo || level >= host.LevelWarn && !starting {
		l.say("%s: %s", level, line)
	}
}

func (l *lines) started() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen = nil
}

// access writes how a request ended: for a governed call what the filter decided ("-" for every other), and who answered.
func (l *lines) access(a host.Access) {
	status := "---" // the client was gone
	if a.Status > 0 {
		status = fmt.Sprint(a.Status)
	}
	l.say("%s %s %s %s %s %v", a.Method, a.Path, status, cmp.Or(a.Properties["mcponce"], "-"), cmp.Or(a.Details, "-"), a.Duration)
}

func (l *lines) say(format string, arguments ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.out, time.Now().Format("15:04:05.000")+" "+format+"\n", arguments...)
}
