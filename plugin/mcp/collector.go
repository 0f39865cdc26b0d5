package mcp

// Collector reads a response body as it passes and finds the answer in it. It keeps at most limit bytes of one message.
type Collector struct {
	limit    int
	length   int64 // content-length; -1 when not said
	received int64

	events *eventReader // nil for a body that is one message
	body   []byte
	shape  skeleton

	answer Answer
	size   int // bytes of the message that is the answer
}

// NewCollector reads a body of the given content-type header. length is its content-length, or -1.
func NewCollector(contentType string, length int64, limit int) *Collector {
	c := &Collector{limit: limit, length: length}
	if mediaType(contentType) == typeSSE {
		c.events = newEventReader(limit, c.message)
	}
	return c
}

// Feed takes the next bytes. It returns true when the answer is whole: at the blank line of the event that holds it, when
// the JSON text is complete, or when content-length bytes are there. A client can have the answer from then on, so the
// record must be written before these bytes are let through.
func (c *Collector) Feed(chunk []byte) bool {
	c.received += int64(len(chunk))
	if c.events != nil {
		c.events.feed(chunk)
		return c.answered()
	}
	if len(c.body) <= c.limit {
		c.body = append(c.body, chunk[:min(len(chunk), c.limit+1-len(c.body))]...)
	}
	c.shape.feed(chunk)
	if c.shape.whole || c.length >= 0 && c.received >= c.length {
		return c.End()
	}
	return false
}

// End says that the body has ended. It returns whether it held an answer.
func (c *Collector) End() bool {
	if c.events == nil && !c.answered() {
		if int(c.received) > c.limit {
			if c.shape.whole {
				c.message(nil, int(c.received), c.shape.members)
			}
		} else {
			c.message(c.body, len(c.body), c.shape.members)
		}
	}
	return c.answered()
}

// Answer returns the answer found, and the size of its message in bytes.
func (c *Collector) Answer() (Answer, int) { return c.answer, c.size }

// Cut: the body began a message that it did not finish.
func (c *Collector) Cut() bool {
	if c.events != nil {
		return c.events.inEvent()
	}
	return c.shape.started && !c.shape.whole || c.length >= 0 && c.received < c.length
}

func (c *Collector) answered() bool { return c.answer.Kind != NoAnswer }

// message looks at one whole message. The first response is the answer: an exchange has one.
func (c *Collector) message(data []byte, size int, seen memberSet) {
	if c.answered() {
		return
	}
	if data == nil && size > 0 {
		if seen.isAnswer() {
			c.answer, c.size = Answer{Kind: TooLarge}, size
		}
		return
	}
	if a := readAnswer(data); a.Kind != NoAnswer {
		c.answer, c.size = a, size
	}
}
