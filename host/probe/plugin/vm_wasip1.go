package main

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// context is a root context or a stream.
type context struct {
	name    string
	root    *context
	program []clause
	calls   map[string]int // by phase
	quiet   bool           // a request that asks who answers
}

// The VM's state. The host calls one callback at a time.
var (
	word     = strconv.FormatUint(uint64(rand.Uint32()), 36)
	contexts = map[uint32]*context{}
	roots    int
	ids      = map[string]uint32{"unknown": unknownID, "zero": 0} // of contexts by name, also of those that are gone
	left     = &context{calls: map[string]int{}}                  // what streams have left for the callbacks of roots

	queues  = map[string]uint32{"unknown": unknownID}
	metrics = map[string]uint32{"unknown": unknownID}
	callIDs = map[uint32]string{}
	cas     = map[string]uint32{} // of shared data by key, as last read
)

func newContext(id, parent uint32) *context {
	c := &context{root: contexts[parent], calls: map[string]int{}}
	if parent == 0 {
		roots++
		c.root, c.name = c, "root"
		if roots > 1 {
			c.name += strconv.Itoa(roots)
		}
		ids[c.name] = id
	}
	contexts[id] = c
	return c
}

func (c *context) trace(text string) {
	if !c.quiet {
		proxyLog(levels["info"], "probe "+word+" "+c.name+" "+text)
	}
}

// load parses a program; what it has for callbacks of roots is left with the VM.
func (c *context) load(program string) {
	clauses, err := parse(program)
	if err != nil {
		c.trace("error: " + err.Error())
	}
	c.program = clauses
	if c.root == c {
		return
	}
	var own []clause
	replaced := map[string]bool{}
	for _, clause := range clauses {
		switch clause.phase {
		case "tick", "queue_ready", "http_call_response":
			if !replaced[clause.phase] {
				replaced[clause.phase] = true
				leave(clause.phase)
			}
			left.program = append(left.program, clause)
		default:
			own = append(own, clause)
		}
	}
	c.program = own
}

// leave drops what was left for a phase.
func leave(phase string) {
	var rest []clause
	for _, clause := range left.program {
		if clause.phase != phase {
			rest = append(rest, clause)
		}
	}
	left.program = rest
	left.calls[phase] = 0
}

// name is what a stream is called, from its request.
func (c *context) named(id uint32) {
	var r result
	if proxyGetHeaderMapValue(maps["request_headers"], "x-name", r.to(), &r.size) == statusOK {
		c.name = r.text()
		ids[c.name] = id
	}
	r = result{}
	if proxyGetHeaderMapValue(maps["request_headers"], "x-probe", r.to(), &r.size) == statusOK {
		c.load(r.text())
	}
}

// identify answers a request that asks who answers.
func (c *context) identify() bool {
	var r result
	if proxyGetHeaderMapValue(maps["request_headers"], "x-who", r.to(), &r.size) != statusOK {
		return false
	}
	c.quiet = true
	proxySendLocalResponse(200, "who", word+" "+configurationOf[c.root], "", -1)
	return true
}

var configurationOf = map[*context]string{}

// called runs the clauses for a callback, traces it, and returns what they say that it returns. A line "." ends the
// callback's, so that whoever reads along knows that it is whole.
func (c *context) called(phase, arguments string, end bool, returns uint32) uint32 {
	c.calls[phase]++
	left.calls[phase]++
	c.trace(strings.TrimSpace(phase + " " + arguments))
	run := &run{context: c, returns: returns}
	for _, clause := range c.program {
		if clause.runs(phase, c.calls[phase], end) {
			run.all(clause.instructions)
		}
	}
	if c.root == c {
		for _, clause := range left.program {
			if clause.runs(phase, left.calls[phase], end) {
				run.all(clause.instructions)
			}
		}
	}
	c.trace(".")
	return run.returns
}
