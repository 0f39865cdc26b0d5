package mcp

import "strings"

// Collector reads a response body as it passes and finds the answer in it. It keeps at most limit bytes of one message.
type Collector struct {
	limit    int
	length   int64 // content-length; -1 when not said
	encoded  bool  // the body has a content encoding, in which nothing can be read
	received int64

	events *eventReader // nil for a body that is one message
	body   []byte
	read   int // bytes of the message so far; body has the first limit of them
	shape  skeleton

	asks   bool // a message has come that may be a request of the server's
	answer Answer
	size   int    // bytes of the message that is the answer
	text   []byte // of that message; nil while the answer is not read
}

// NewCollector reads a body of the given content-type and content-encoding headers. length is its content-length, or -1.
func NewCollector(contentType, contentEncoding string, length int64, limit int) *Collector {
	c := &Collector{limit: limit, length: length}
	c.encoded = contentEncoding != "" && !strings.EqualFold(strings.TrimSpace(contentEncoding), "identity")
	if mediaType(contentType) == typeSSE {
		c.events = newEventReader(limit, c.message)
	}
	return c
}

// Feed takes the next bytes. It returns true when the answer is whole: at the blank line of the event that holds it, when
// the JSON text is complete, or when content-length bytes are there, answer or not. A client can have all there is from
// then on, so the record must be written before these bytes are let through.
func (c *Collector) Feed(chunk []byte) bool {
	c.received += int64(len(chunk))
	switch {
	case c.encoded:
	case c.events != nil:
		c.events.feed(chunk)
	default:
		c.keep(chunk)
	}
	return c.answered() || c.length >= 0 && c.received >= c.length
}

// keep takes bytes of a body that is one message. What follows the message is no part of it, in its last chunk or the next.
func (c *Collector) keep(chunk []byte) {
	if c.shape.whole {
		return
	}
	chunk = chunk[:c.shape.feed(chunk)]
	c.read += len(chunk)
	c.body = append(c.body, chunk[:min(len(chunk), c.limit-len(c.body))]...)
	if c.shape.whole {
		c.message(c.body, c.read, &c.shape)
	}
}

// Answer returns the answer found, and the size of its message in bytes.
func (c *Collector) Answer() (Answer, int) {
	if c.encoded && c.received > 0 {
		return Answer{Kind: Encoded}, 0
	}
	return c.answer, c.size
}

// Message returns the message that is the answer; nil when there is none, or it was too long to be kept.
func (c *Collector) Message() []byte { return c.text }

// Asks tells whether a message came before the answer that may be a request of the server's: it may wait for the client's
// answer before it gives its own.
func (c *Collector) Asks() bool { return c.asks }

// Cut: the body began a message that it did not finish.
func (c *Collector) Cut() bool {
	if c.events != nil && !c.encoded {
		return c.events.inEvent()
	}
	return c.shape.started && !c.shape.whole || c.length >= 0 && c.received < c.length
}

func (c *Collector) answered() bool { return c.answer.Kind != NoAnswer }

// message looks at one message of size bytes, of which data has the first limit. The first response is the answer: an
// exchange has one.
func (c *Collector) message(data []byte, size int, shape *skeleton) {
	switch {
	case c.answered():
	case size <= c.limit:
		a := readAnswer(data, shape)
		if a.Kind != NoAnswer {
			c.answer, c.size, c.text = a, size, data
		}
		c.asks = c.asks || a.Kind == NoAnswer && !isNotification(data)
	case shape.isAnswer():
		c.answer, c.size = Answer{Kind: Unread}, size
	default:
		c.asks = true
	}
}
