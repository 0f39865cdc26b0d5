//go:build wasip1

package main

import (
	"fmt"
	"time"

	"github.com/tidwall/gjson"

	"mcponce/envoy/bench/load"
	"mcponce/plugin/jsonrpc"
	"mcponce/plugin/mcp"
)

const (
	shortest = 200 * time.Millisecond // of a loop that is timed
	rounds   = 3                      // of which the best counts: what disturbs makes a loop longer, never shorter
	depth    = 128                    // of a governed call
)

// step is a part of reading: each does what the one before does, and more.
type step struct {
	name string
	do   func(r *reader, body []byte)
}

// reader is what one VM has for reading. Its memory is used again, as the plugin's is.
type reader struct {
	doc  jsonrpc.Doc
	form []byte
}

var steps = []step{
	{"valid", func(_ *reader, body []byte) { gjson.ValidBytes(body) }},
	{"scan", func(r *reader, body []byte) { r.doc.Parse(body) }},
	{"form", func(r *reader, body []byte) { r.write(body) }},
	{"digest", func(r *reader, body []byte) {
		if r.write(body) {
			mcp.Digest(r.form)
		}
	}},
}

// write scans a body, and writes its canonical form if it is one that all readers read alike.
func (r *reader) write(body []byte) bool {
	if r.doc.Parse(body) != nil || r.doc.Fault(jsonrpc.Limits{Depth: depth}) != nil {
		return false
	}
	r.form = r.doc.AppendCanonical(r.form[:0], 0)
	return true
}

// appendMeasured appends a line with the nanoseconds of each step on a body. The steps take turns, so that what disturbs
// disturbs all.
func appendMeasured(b []byte, name string, body []byte, steps []step) []byte {
	var r reader
	best := make([]time.Duration, len(steps))
	for round := range rounds {
		for i, s := range steps {
			if took := loop(func() { s.do(&r, body) }); round == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	b = append(b, name...)
	for _, took := range best {
		b = fmt.Appendf(b, "\t%d", took)
	}
	return append(b, '\n')
}

// loop returns the time that one of many takes.
func loop(do func()) time.Duration {
	for n := 1; ; n *= 2 {
		began := time.Now()
		for range n {
			do()
		}
		if took := time.Since(began); took >= shortest {
			return took / time.Duration(n)
		}
	}
}

// measure appends a line for each body that a call may have, and for each that is made to cost.
func measure(b []byte) []byte {
	for _, p := range load.Bodies() {
		b = appendMeasured(b, p.String(), []byte(p.Arguments()), steps)
	}
	for _, h := range load.HostileBodies() {
		b = appendMeasured(b, h.Name, h.Body, steps[len(steps)-1:])
	}
	return b
}
