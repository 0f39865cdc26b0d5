package host

// requestSide is a stream's request on its way through the filter to the router.
type requestSide struct {
	headers  headerMap
	visible  bool    // the filter may read and change the headers
	buffer   *[]byte // the body as the filter may read it now; nil when there is none
	held     []byte  // what buffer points to
	received int64   // bytes of the body

	paused    bool // at the filter
	buffering bool // the body so far is held with the headers
	withheld  bool // the body is kept from the filter, see Options.WithholdBody
	end       bool // all of the request has come
	forwarded bool // the headers have gone to the router
	body      *pipe
}

// closed: nothing of the request is looked at any more.
func (s *stream) closed() bool { return s.over || s.replied }

func (s *stream) requestHeaders(end bool) {
	r, v := &s.request, s.vm
	r.visible, r.end = true, end
	paused, alive := s.callback(func() (uint64, bool) {
		return v.call(s.id, v.exports.requestHeaders, uint64(s.id), uint64(len(r.headers)), flag(end))
	})
	switch {
	case !alive || s.closed():
	case paused:
		r.paused, r.withheld = true, s.gateway.options.WithholdBody
	default:
		s.forward(nil, end)
	}
}

// requestData is given a piece of the body, or its end. While the filter holds the body it sees all that has come so far.
func (s *stream) requestData(data []byte, end bool) {
	r, v := &s.request, s.vm
	s.moved()
	r.received += int64(len(data))
	r.end = r.end || end
	switch {
	case s.closed():
		return
	case r.withheld:
		r.held = append(r.held, data...)
		return
	case r.buffering:
		r.held = append(r.held, data...)
	default:
		r.held = data
	}
	r.buffer = &r.held
	paused, alive := s.callback(func() (uint64, bool) {
		return v.call(s.id, v.exports.requestBody, uint64(s.id), uint64(len(r.held)), flag(end))
	})
	switch {
	case !alive || s.closed():
	case !paused:
		s.forward(r.held, end)
	default:
		r.paused, r.buffering = true, true
		if len(r.held) > s.gateway.options.BufferLimit {
			s.reply(localReply{status: 413, details: "request_payload_too_large", body: []byte("Payload Too Large")})
		}
	}
}

// continueRequest lets a paused request go on. What was withheld is shown to the filter now, when the headers have gone.
func (s *stream) continueRequest() {
	r := &s.request
	if !r.paused || s.closed() {
		return
	}
	r.paused = false
	if !r.withheld {
		s.forward(r.held, r.end)
		return
	}
	kept := r.held
	r.withheld, r.held = false, nil
	if len(kept) == 0 {
		s.forward(nil, r.end)
		return
	}
	s.forward(nil, false)
	s.requestData(kept, r.end)
}

// forward hands on to the router: the headers, if they have not gone yet, and a piece of the body.
func (s *stream) forward(data []byte, end bool) {
	r := &s.request
	r.visible, r.paused, r.buffering, r.buffer, r.held = false, false, false, nil, nil
	if !r.forwarded {
		r.forwarded = true
		s.startUpstream(end && len(data) == 0)
	}
	r.body.write(data)
	if end {
		r.body.finish()
		s.armRoute()
	}
}

// flag is a bool as the filter gets it.
func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
