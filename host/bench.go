package host

import (
	"context"
	"fmt"
	"strconv"
	"time"
)

// Bench runs a filter without a network: a test plays the clients and the server, step by step. Nothing happens by itself, and
// time stands still but for Advance. When a function of a Bench, a Caller or a Received returns, everything that it set off
// has run. A Bench is for one goroutine. It ends with Close.
type Bench struct {
	*engine
	received []*Received
	choose   func(ready int) int
}

// Message is a request or an answer. Its headers begin with the pseudo headers (:method, :path, :authority and :scheme, or
// :status), as a filter sees them.
type Message struct {
	Headers  [][2]string
	Body     string
	Trailers [][2]string
}

// Post is a request with a body.
func Post(path, body string, headers ...[2]string) Message {
	return Message{Body: body, Headers: append([][2]string{{":method", "POST"}, {":path", path}, {":authority", "bench"},
		{":scheme", "http"}, {"content-length", strconv.Itoa(len(body))}}, headers...)}
}

// JSON is an answer with a body of the media type application/json.
func JSON(status int, body string) Message {
	return Message{Body: body, Headers: [][2]string{{":status", strconv.Itoa(status)}, {"content-type", "application/json"},
		{"content-length", strconv.Itoa(len(body))}}}
}

// NewBench compiles the filter and starts its VMs, as Start does. Options.Upstream and Listen mean nothing here.
func NewBench(ctx context.Context, o Options) (*Bench, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	b := &Bench{engine: newEngine(o, true), choose: func(int) int { return 0 }}
	b.upstream = script{b}
	if err := b.start(ctx); err != nil {
		return nil, err
	}
	b.settle()
	return b, nil
}

// Schedule has f choose which of the workers that have something to do does the next step: a number below ready. Without it
// they run in their order. The same choices give the same run.
func (b *Bench) Schedule(f func(ready int) int) { b.choose = f }

// settle runs the workers until none has anything to do.
func (b *Bench) settle() {
	for {
		var ready []*worker
		for _, w := range b.all() {
			if !w.loop.idle() {
				ready = append(ready, w)
			}
		}
		if len(ready) == 0 {
			return
		}
		ready[b.choose(len(ready))].loop.step()
	}
}

// Advance moves time. Ticks and timeouts run when they are due, each before the next one.
func (b *Bench) Advance(d time.Duration) {
	for then := b.clock.now() + d; ; b.settle() {
		due := b.clock.next(then)
		if due == nil {
			return
		}
		due.fire()
	}
}

// Update replaces the filter, as that of a Gateway does.
func (b *Bench) Update(ctx context.Context, p Plugin) error {
	defer b.settle()
	return b.engine.Update(ctx, p)
}

// Close cuts everything.
func (b *Bench) Close() { b.stop() }

// Upstream is the oldest request to the server, a stream's or a callout, that was not taken yet; nil if there is none.
func (b *Bench) Upstream() *Received {
	if len(b.received) == 0 {
		return nil
	}
	first := b.received[0]
	b.received = b.received[1:]
	return first
}

// Send sends a whole request on a connection of its own to a worker, from 0 to Options.Workers - 1.
func (b *Bench) Send(worker int, m Message) *Caller {
	c := b.Open(worker, m.Headers, m.Body == "" && len(m.Trailers) == 0)
	if m.Body != "" {
		c.Data(m.Body, len(m.Trailers) == 0)
	}
	if len(m.Trailers) > 0 {
		c.Trailers(m.Trailers)
	}
	return c
}

// Open sends the beginning of a request. end says that there is no body.
func (b *Bench) Open(worker int, headers [][2]string, end bool) *Caller {
	c := &Caller{bench: b}
	h := append(headerMap(nil), headers...)
	h.set("x-forwarded-proto", "http") // as a gateway does
	from := streamOrigin{protocol: "HTTP/1.1", address: "192.0.2.1:1", path: h.value(":path"), isGET: h.value(":method") == "GET"}
	c.stream = newStream(b.workers[worker], b.current.Load(), from, c)
	c.post(func() { c.stream.begin(h, end) })
	return c
}

// Caller is a client of a Bench with one request.
type Caller struct {
	bench  *Bench
	stream *stream
	answer Answer
}

// Answer is what a client has of its answer.
type Answer struct {
	Message
	Status int  // 0 as long as there is none
	Whole  bool // all of it has come
	Cut    bool // no more will come
}

// String is the status and the body, "nothing", or what is missing.
func (a Answer) String() string {
	text := "nothing"
	if a.Status > 0 {
		text = fmt.Sprintf("%d %s", a.Status, a.Body)
	}
	switch {
	case a.Cut:
		text += " (cut)"
	case !a.Whole && a.Status > 0:
		text += " (unfinished)"
	}
	return text
}

func (c *Caller) post(f func()) {
	c.stream.loop.post(f)
	c.bench.settle()
}

// Data sends a piece of the body.
func (c *Caller) Data(piece string, end bool) {
	c.post(func() { c.stream.requestData([]byte(piece), end) })
}

// Trailers ends the request.
func (c *Caller) Trailers(t [][2]string) { c.post(func() { c.stream.requestTrailers(t) }) }

// Leave closes the client's connection.
func (c *Caller) Leave() { c.post(c.stream.disconnected) }

// Answer is what has come so far.
func (c *Caller) Answer() Answer { return c.answer }

func (c *Caller) headers(h headerMap, _, _ bool) { c.answer.Headers, c.answer.Status = h, h.status() }
func (c *Caller) data(piece []byte)              { c.answer.Body += string(piece) }
func (c *Caller) end(trailers headerMap)         { c.answer.Trailers, c.answer.Whole = trailers, true }
func (c *Caller) cut()                           { c.answer.Cut = true }
func (c *Caller) drained()                       {}

// script is the upstream of a bench.
type script struct{ bench *Bench }

func (s script) open(r upstreamRequest, to events) outgoing {
	in := &Received{bench: s.bench, to: to, Whole: r.end}
	in.Headers = r.headers
	s.bench.received = append(s.bench.received, in)
	return receiving{in}
}

func (script) close() {}

// Received is a request as the server of a Bench has it.
type Received struct {
	Message
	Whole   bool // all of it has come
	GivenUp bool // the gateway wants no answer any more

	bench *Bench
	to    events
	done  bool
}

// receiving is what the gateway does with a request.
type receiving struct{ *Received }

func (r receiving) data(piece []byte, end bool) {
	r.Body += string(piece)
	r.Whole = r.Whole || end
}
func (r receiving) trailers(h headerMap) { r.Trailers, r.Whole = h, true }
func (r receiving) cancel()              { r.GivenUp = r.GivenUp || !r.done }
func (receiving) drained()               {}

func (r *Received) tell(f func()) {
	if !r.GivenUp {
		r.to.run(f)
		r.bench.settle()
	}
}

// Answer sends a whole answer.
func (r *Received) Answer(m Message) {
	r.Begin(m.Headers, m.Body == "" && len(m.Trailers) == 0)
	if m.Body != "" {
		r.Data(m.Body, len(m.Trailers) == 0)
	}
	if len(m.Trailers) > 0 {
		r.done = true
		r.tell(func() { r.to.trailers(m.Trailers) })
	}
}

// Begin sends the beginning of an answer. end says that there is no body.
func (r *Received) Begin(headers [][2]string, end bool) {
	h := append(headerMap(nil), headers...)
	h.set(serviceTimeHeader, "0")
	r.done = end
	r.tell(func() { r.to.headers(h, end) })
}

// Data sends a piece of the answer's body.
func (r *Received) Data(piece string, end bool) {
	r.done = end
	r.tell(func() { r.to.data([]byte(piece), end) })
}

// Reset closes the server's connection.
func (r *Received) Reset() {
	r.done = true
	r.tell(func() { r.to.failed(resetTerminated()) })
}

// Refuse does as if no connection could be made.
func (r *Received) Refuse() {
	r.done = true
	r.tell(func() { r.to.failed(resetRefused("Connection refused")) })
}
