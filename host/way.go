package host

// way is one direction of a stream through the filter: the request to the router, or the answer to the client. It is what a
// single filter sees of Envoy's filter manager (source/common/http/filter_manager.cc) and of Envoy's wasm context
// (source/extensions/common/wasm/context.cc).
type way struct {
	stream *stream
	calls  func(e *exports) *wayExports
	onward onward
	over   func() bool // nothing of the message is looked at any more

	headers, trailers headerMap
	started           bool // there are headers
	hasTrailers       bool
	end               bool  // all of the message has come
	received          int64 // bytes of the body

	headersOpen  bool    // the filter may read and change the headers; that it was shown the body changes nothing
	trailersOpen bool    // likewise
	buffer       *[]byte // the body as the filter may read it now; nil when there is none

	flow      flow
	buffering bool   // the filter sees the body from its beginning
	watermark bool   // what is held beyond the limit stops the sender, in place of the message
	held      []byte // what has come of the body and not gone on
	sent      bool   // the headers have gone on
	again     bool   // the running callback has asked to resume
	gate      *gate  // whoever reads the message from a connection waits here
}

// flow is whether a message moves through the filter.
type flow int

const (
	flowing    flow = iota
	stopped         // the filter is shown what comes, and nothing goes on
	stoppedAll      // nor is the filter shown anything
)

// onward takes what the filter lets pass. It is told of the end once.
type onward interface {
	sendHeaders(h headerMap, end bool)
	sendData(data []byte, end bool)
	sendTrailers(h headerMap)
	// overflow ends a message whose held body is longer than Options.BufferLimit.
	overflow()
}

// resumeIfAsked is for the end of everything that runs a callback.
func (w *way) resumeIfAsked() {
	if w.again {
		w.again = false
		if !w.over() {
			w.resume()
		}
	}
}

// takeHeaders is given the beginning of the message.
func (w *way) takeHeaders(h headerMap, end bool) {
	defer w.resumeIfAsked()
	w.headers, w.started, w.headersOpen, w.end = h, true, true, end
	result, alive := w.ask(func(e *wayExports) callback { return e.headers }, uint64(len(h)), flag(end))
	if !alive {
		return
	}
	switch w.stream.headersAction(result) {
	case headersContinue:
		w.headersOpen = false
		w.pass()
	case headersContinueAndEnd:
		w.headersOpen, w.end = false, true
		w.pass()
	case headersStop:
		w.flow = stopped
	case headersStopAllAndBuffer:
		w.flow = stoppedAll
	default:
		w.flow, w.watermark = stoppedAll, true
	}
}

// takeData is given a piece of the body, or its end.
func (w *way) takeData(data []byte, end bool) {
	w.received += int64(len(data))
	w.end = w.end || end
	if w.flow == stoppedAll {
		w.held = append(w.held, data...)
		w.limit()
		return
	}
	w.show(data, end)
}

// show gives a piece of the body to the filter: alone, or after what the filter buffers.
func (w *way) show(data []byte, end bool) {
	defer w.resumeIfAsked()
	kept := w.held
	w.held = data
	if w.buffering {
		w.held, kept = append(kept, data...), nil
	}
	w.buffer = &w.held
	result, alive := w.ask(func(e *wayExports) callback { return e.body }, uint64(len(w.held)), flag(end))
	if !alive {
		return
	}
	w.buffer = nil
	what := dataAction(result)
	if what == dataStopNoBuffer && !w.buffering {
		w.held = nil
	}
	if len(kept) > 0 {
		w.held = append(kept, w.held...)
	}
	w.buffering = what == dataStopAndBuffer
	w.watermark = what == dataStopAndWatermark
	if what == dataContinue {
		w.pass()
		return
	}
	w.flow = stopped
	if w.buffering {
		w.buffer = &w.held
	}
	w.limit()
}

// limit looks at how much is held.
func (w *way) limit() {
	switch {
	case len(w.held) <= w.stream.gateway.options.BufferLimit:
	case w.watermark:
		w.gate.shut()
	default:
		w.onward.overflow()
	}
}

// takeTrailers is given the end of the message.
func (w *way) takeTrailers(h headerMap) {
	w.trailers, w.hasTrailers, w.end = h, true, true
	if w.flow != stoppedAll {
		w.showTrailers()
	}
}

func (w *way) showTrailers() {
	defer w.resumeIfAsked()
	w.trailersOpen = true
	result, alive := w.ask(func(e *wayExports) callback { return e.trailers }, uint64(len(w.trailers)))
	switch {
	case !alive:
	case result == 0:
		w.pass()
	default:
		w.flow = stopped
	}
}

// resume lets a stopped message go on. What the filter was not shown it is shown now, when the headers have gone.
func (w *way) resume() {
	switch w.flow {
	case stopped:
		w.pass()
	case stoppedAll:
		unseen := w.held
		w.held = nil
		bare := len(unseen) == 0 && !w.hasTrailers
		w.flow, w.watermark = flowing, false
		w.gate.open()
		w.sendHeadersOnce(w.end && bare)
		if !w.over() && len(unseen) > 0 {
			w.show(unseen, w.end && !w.hasTrailers)
		}
		if !w.over() && w.hasTrailers && w.flow != stoppedAll {
			w.showTrailers()
		}
	}
}

// pass hands on all that has come and not gone on.
func (w *way) pass() {
	held := w.held
	w.flow, w.trailersOpen, w.buffering, w.watermark, w.buffer, w.held = flowing, false, false, false, nil, nil
	w.gate.open()
	endsHere := w.end && !w.hasTrailers
	first := !w.sent
	w.sendHeadersOnce(endsHere && len(held) == 0)
	if !w.over() && (len(held) > 0 || endsHere && !first) {
		w.onward.sendData(held, endsHere)
	}
	if !w.over() && w.hasTrailers {
		w.onward.sendTrailers(w.trailers)
	}
}

func (w *way) sendHeadersOnce(end bool) {
	if !w.sent {
		w.sent = true
		w.onward.sendHeaders(w.headers, end)
	}
}

// ask runs a callback of the filter. alive is false when the message is not to be looked at any more.
func (w *way) ask(which func(*wayExports) callback, arguments ...uint64) (result uint64, alive bool) {
	s := w.stream
	if w == &s.request {
		s.reading = true
		defer s.answerPrepared()
	}
	result = s.ask(which(w.calls(&s.vm.exports)), arguments...)
	return result, !w.over()
}

// flag is a bool as the filter gets it.
func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
