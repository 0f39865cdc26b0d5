package host

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
