package mcp

import "strings"

// eventReader reads a text/event-stream byte by byte (WHATWG HTML section 9.2.6) and hands over the data of each message
// event when its blank line comes. Lines end in LF, CR or CRLF; comments, ids and retry times are skipped; an event
// without data is none. Of an event it keeps at most limit bytes.
type eventReader struct {
	limit int
	event func(data []byte, size int, shape *skeleton) // size counts all bytes of the data; data has the first limit of them

	line    []byte // field name and value of the current line, without data beyond the limit
	inData  bool   // the current line's field is data, and its value is being read
	lastCR  bool
	first   bool // the current line is the stream's first
	name    string
	data    []byte
	size    int
	hasData bool
	shape   skeleton
}

func newEventReader(limit int, event func([]byte, int, *skeleton)) *eventReader {
	return &eventReader{limit: limit, event: event, first: true}
}

func (r *eventReader) feed(chunk []byte) {
	for _, c := range chunk {
		switch {
		case c == '\n' && r.lastCR:
			r.lastCR = false
		case c == '\n' || c == '\r':
			r.lastCR = c == '\r'
			r.endLine()
		default:
			r.lastCR = false
			r.addByte(c)
		}
	}
}

// longestField bounds what is kept of a line that is not data: "event: message" and a byte order mark fit.
const longestField = 64

func (r *eventReader) addByte(c byte) {
	if r.inData {
		r.addData(c)
		return
	}
	if len(r.line) < longestField {
		r.line = append(r.line, c)
	}
	if c == ':' && r.field(r.line[:len(r.line)-1]) == "data" {
		r.inData = true
		r.beginData()
		r.line = append(r.line[:0], c)
	}
}

// beginData begins a data line. A line feed joins it to the one before of the same event.
func (r *eventReader) beginData() {
	if r.hasData {
		r.keep('\n')
	}
	r.hasData = true
}

// addData takes one byte of an event's data; one space after the colon is not part of it.
func (r *eventReader) addData(c byte) {
	if len(r.line) == 1 {
		r.line = r.line[:0]
		if c == ' ' {
			return
		}
	}
	r.keep(c)
}

func (r *eventReader) keep(c byte) {
	r.size++
	if r.size <= r.limit {
		r.data = append(r.data, c)
	}
	r.shape.step(c)
}

// field returns the name of a field, without the byte order mark that may precede the first line.
func (r *eventReader) field(name []byte) string {
	if r.first && len(name) >= 3 && string(name[:3]) == "\xef\xbb\xbf" {
		name = name[3:]
	}
	return string(name)
}

func (r *eventReader) endLine() {
	line, inData := r.field(r.line), r.inData
	r.line, r.inData, r.first = r.line[:0], false, false
	switch {
	case inData:
	case line == "":
		r.dispatch()
	case line == "data":
		r.beginData()
	case line == "event", strings.HasPrefix(line, "event:"):
		r.name = strings.TrimPrefix(strings.TrimPrefix(line[len("event"):], ":"), " ")
	}
}

// dispatch ends the event. Only message events carry JSON-RPC; that is also the type of an event without a name.
func (r *eventReader) dispatch() {
	if r.size > 0 && (r.name == "" || r.name == "message") {
		r.event(r.data, r.size, &r.shape)
	}
	r.name, r.data, r.size, r.hasData, r.shape = "", nil, 0, false, skeleton{}
}

// inEvent: the stream has begun an event with data that its blank line has not ended.
func (r *eventReader) inEvent() bool { return r.size > 0 || r.inData }
