package host

// requestSide takes what the filter lets pass of a request: it is the router's beginning.
type requestSide struct{ *stream }

func requestCalls(e *exports) *wayExports { return &e.request }

func (s requestSide) sendHeaders(h headerMap, end bool) {
	if _, found := h.get("x-forwarded-proto"); !found { // the router knows the scheme by it
		s.flags |= flagNoRoute
		s.reply(localReply{status: 404, details: "route_not_found"})
		return
	}
	h = append(headerMap(nil), h...)
	request := upstreamRequest{headers: h, end: end, timeout: s.routeTimeout()}
	s.upstream = s.gateway.upstream.open(request, &routed{stream: s.stream})
	if end {
		s.armRoute()
	}
}

func (s requestSide) sendData(data []byte, end bool) {
	s.upstream.data(data, end)
	if end {
		s.armRoute()
	}
}

func (s requestSide) sendTrailers(h headerMap) {
	s.upstream.trailers(h)
	s.armRoute()
}

func (s requestSide) overflow() {
	s.reply(localReply{status: 413, details: "request_payload_too_large", body: []byte("Payload Too Large")})
}

// responseSide takes what the filter lets pass of an answer to the client. The filter knows of the end before the client
// does.
type responseSide struct{ *stream }

func responseCalls(e *exports) *wayExports { return &e.response }

func (s responseSide) sendHeaders(h headerMap, end bool) {
	s.client.headers(h, !s.request.end, end)
	if end {
		s.finish()
		s.client.end(nil)
	}
}

func (s responseSide) sendData(data []byte, end bool) {
	s.client.data(data)
	if end {
		s.finish()
		s.client.end(nil)
	}
}

func (s responseSide) sendTrailers(h headerMap) {
	s.finish()
	s.client.end(h)
}

func (s responseSide) overflow() {
	const details = "response_payload_too_large"
	if s.response.sent {
		s.abort(details)
		return
	}
	s.dropUpstream()
	s.replied, s.details = true, details
	s.sendReply(localReply{status: 500, body: []byte("Internal Server Error")})
}

// routed is told what becomes of a stream's request to the upstream.
type routed struct{ stream *stream }

func (r *routed) run(f func()) { r.stream.loop.do(f) }

func (r *routed) later(f func()) { r.stream.loop.later(f) }

func (r *routed) headers(h headerMap, end bool) {
	s := r.stream
	if s.closed() {
		return
	}
	s.details = "via_upstream"
	s.moved()
	s.answerHeaders(h, end)
}

func (r *routed) data(piece []byte, end bool) {
	if s := r.stream; !s.closed() {
		s.moved()
		s.response.takeData(piece, end)
	}
}

func (r *routed) trailers(h headerMap) {
	if s := r.stream; !s.closed() {
		s.moved()
		s.response.takeTrailers(h)
	}
}

// failed ends an exchange: with the gateway's own answer, or, when some of an answer has gone on, with the client's connection.
func (r *routed) failed(f *reset) {
	s := r.stream
	after := resetProtocol() // what HTTP/1.1 makes of any message that is not whole
	if f.flag == flagRemoteReset {
		after = f
	}
	switch {
	case s.closed():
	case !s.response.started:
		s.flags |= f.flag
		s.reply(localReply{status: f.status, details: f.details("before"), body: f.text()})
	case !s.response.sent: // the filter holds it
		s.flags |= after.flag
		s.reply(localReply{status: after.status, details: after.details("after"), body: after.text()})
	default:
		s.flags |= after.flag
		s.abort(after.details("after"))
	}
}

// drained waits until the client has taken most of the answer.
func (r *routed) drained() {
	r.stream.client.drained()
	r.stream.response.gate.wait()
}
