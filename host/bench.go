package host

import (
	"context"
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
