package host

// responseSide is a stream's answer on its way through the filter to the client.
type responseSide struct {
	headers  headerMap
	visible  bool    // the filter may read and change the headers
	buffer   *[]byte // the body as the filter may read it now; nil when there is none
	held     []byte  // what buffer points to
	received int64   // bytes of the body

	started   bool // there are headers
	inHeaders bool // proxy_on_response_headers runs, or what it asked for
	paused    bool // at the filter
	buffering bool
	end       bool // all of the answer has come
	emitted   bool // the headers have gone to the client
}

func (s *stream) responseHeaders(headers headerMap, end bool) {
	r, v := &s.response, s.vm
	s.moved()
	r.headers, r.started, r.visible, r.end = headers, true, true, end
	r.inHeaders = true
	paused, alive := s.callback(func() (uint64, bool) {
		return v.call(s.id, v.exports.responseHeaders, uint64(s.id), uint64(len(headers)), flag(end))
	})
	r.inHeaders = false
	switch {
	case !alive:
	case paused:
		r.paused = true
	default:
		s.emit(nil, end)
	}
}

// responseData is given a piece of the body, or its end.
func (s *stream) responseData(data []byte, end bool) {
	r, v := &s.response, s.vm
	s.moved()
	r.received += int64(len(data))
	r.end = r.end || end
	if s.over {
		return
	}
	if r.buffering {
		r.held = append(r.held, data...)
	} else {
		r.held = data
	}
	r.buffer = &r.held
	paused, alive := s.callback(func() (uint64, bool) {
		return v.call(s.id, v.exports.responseBody, uint64(s.id), uint64(len(r.held)), flag(end))
	})
	switch {
	case !alive:
	case !paused:
		s.emit(r.held, end)
	default:
		r.paused, r.buffering = true, true
		if len(r.held) > s.gateway.options.BufferLimit {
			s.tooLarge()
		}
	}
}

// tooLarge ends an answer that is held and does not fit.
func (s *stream) tooLarge() {
	const details = "response_payload_too_large"
	if s.response.emitted {
		s.abort(details)
		return
	}
	s.dropUpstream()
	s.replied, s.details = true, details
	s.emitReply(localReply{status: 500, body: []byte("Internal Server Error")})
}

func (s *stream) continueResponse() {
	r := &s.response
	if r.paused && !s.over {
		s.emit(r.held, r.end)
	}
}

// emit hands on to the client: the headers, if they have not gone yet, and a piece of the body.
func (s *stream) emit(data []byte, end bool) {
	r := &s.response
	r.visible, r.paused, r.buffering, r.buffer, r.held = false, false, false, nil, nil
	if !r.emitted {
		r.emitted = true
		s.out.begin(r.headers, !s.request.end)
	}
	s.out.body.write(data)
	if end {
		s.finish()
		s.out.body.finish()
	}
}
