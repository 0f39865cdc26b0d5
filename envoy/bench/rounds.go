package main

import (
	"context"
	"fmt"
	"log"
	"sync/atomic"
	"time"

	"mcponce/envoy/bench/load"
)

const (
	together   = 16   // connections, where requests/s and CPU are measured
	calls      = 1000 // of a measurement with so many
	callsAlone = 200  // of one with a single connection, where the latency is measured
	replayed   = 100  // keys whose outcome is replayed again and again
)

// cell is one measurement of each round.
type cell struct {
	variant variant
	payload load.Payload
}

// sample is what one round measured in a cell.
type sample struct {
	cpu     time.Duration // of all serving processes, for one of the calls sent together
	latency time.Duration // median of the calls sent alone
	rate    float64       // calls in a second, sent together
}

// results are the samples of each cell by round.
type results map[cell][]sample

// bench numbers the calls of a run: a call's number is its id.
type bench struct {
	field *field
	last  atomic.Int64
}

// rounds measures every cell once in each round. The order changes from round to round, so that what is slow in
// one place of it falls on each in turn. The first round is not counted: code that is compiled while it runs gets warm.
func (b *bench) rounds(ctx context.Context, n int) (results, error) {
	measured := results{}
	for round := range n + 1 {
		log.Printf("round %d of %d", round, n)
		for _, payload := range load.Payloads() {
			all := b.measurable()
			for i := range all {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				c := cell{all[(i+round)%len(all)], payload}
				s, err := b.measure(c)
				if err != nil {
					return nil, fmt.Errorf("%s, %s, %v: %w", c.variant.by, c.variant.title, c.payload, err)
				}
				if round > 0 {
					measured[c] = append(measured[c], s)
				}
			}
		}
	}
	return measured, nil
}

// measurable are the variants whose gateway runs.
func (b *bench) measurable() (some []variant) {
	for _, v := range variants() {
		if b.field.gateways[v.by] != nil {
			some = append(some, v)
		}
	}
	return some
}

// measure fails unless every call ends as the variant says, and the upstream has executed as many as it has to.
func (b *bench) measure(c cell) (s sample, err error) {
	g := b.field.gateways[c.variant.by]
	send, err := b.sender(c)
	if err != nil {
		return s, err
	}
	before, err := executions(b.field.upstream.address)
	if err != nil {
		return s, err
	}
	alone, _, err := loop(g, 1, callsAlone, send)
	if err != nil {
		return s, err
	}
	all, cpu, err := loop(g, together, calls, send)
	if err != nil {
		return s, err
	}
	after, err := executions(b.field.upstream.address)
	if err != nil {
		return s, err
	}
	want := calls + callsAlone
	if c.variant.replays {
		want = 0
	}
	if after-before != want {
		return s, fmt.Errorf("want %d executions, got %d", want, after-before)
	}
	return sample{cpu: cpu / calls, latency: alone.Median, rate: calls / all.Took.Seconds()}, nil
}

// loop sends n calls over some connections and measures the CPU time of what serves them.
func loop(g *gateway, connections, n int, send func(*load.Conn) error) (r load.Result, cpu time.Duration, err error) {
	line, err := load.Open(g.address, connections)
	if err != nil {
		return r, 0, err
	}
	defer line.Close()
	before, err := cpuTime(g.pids)
	if err != nil {
		return r, 0, err
	}
	if r, err = line.Run(n, send); err != nil {
		return r, 0, err
	}
	after, err := cpuTime(g.pids)
	return r, after - before, err
}
