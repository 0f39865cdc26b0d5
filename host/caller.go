package host

import "fmt"

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
