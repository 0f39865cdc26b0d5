package scenario

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// patience bounds every wait for an event. It is far above what a loaded machine needs.
const patience = 30 * time.Second

// point is a moment in the life of an exchange, on the client's or on the origin's side.
type point string

const (
	received point = "received" // origin: the request is read, and executed
	headers  point = "headers"  // the head of the response is written, or read
	half     point = "half"     // half of the body is written
	whole    point = "whole"    // origin: all of the body is written, but not the end of a chunked one
	end      point = "end"      // the exchange ended as HTTP wants it
	left     point = "left"     // origin: the gateway closed the connection before the end
	sent     point = "sent"     // client: the request is written
	proceed  point = "continue" // client: the gateway has the headers, and the client's header "expect: 100-continue" is answered
	body     point = "body"     // client: some of the body has come
	answer   point = "answer"   // client: the JSON-RPC response can be read from what has come
)

// points holds the points that one exchange has reached. The zero value is ready for use.
type points struct {
	mu      sync.Mutex
	reached []point
	over    bool          // no more points will come
	changed chan struct{} // closed and renewed by every change, made by the first wait
}

func (p *points) reach(at point) { p.change(func() { p.reached = append(p.reached, at) }) }

func (p *points) finish() { p.change(func() { p.over = true }) }

// change does f under the lock and wakes who waits.
func (p *points) change(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
	if p.changed != nil {
		close(p.changed)
		p.changed = nil
	}
}

// status says whether done (called under the lock) holds, whether no more will come, and gives a channel that the next
// change closes.
func (p *points) status(done func() bool) (holds, over bool, changed <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.changed == nil {
		p.changed = make(chan struct{})
	}
	return done(), p.over, p.changed
}

// has is the condition that the point is reached.
func (p *points) has(at point) func() bool {
	return func() bool { return slices.Contains(p.reached, at) }
}

// wait returns when the condition holds. It fails when it never will, or after patience.
func (p *points) wait(what point, done func() bool) error {
	for bound := time.After(patience); ; {
		holds, over, changed := p.status(done)
		switch {
		case holds:
			return nil
		case over:
			return fmt.Errorf("want %q, but it ended at %v", what, p.reached)
		}
		select {
		case <-changed:
		case <-bound:
			return fmt.Errorf("waited %v for %q; it stands at %v", patience, what, p.reached)
		}
	}
}
