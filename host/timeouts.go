package host

import "time"

// armIdle watches for streams on which nothing moves.
func (s *stream) armIdle() {
	s.lastMove = s.began
	if !s.origin.isGET {
		s.idle = s.gateway.clock.after(s.loop, s.gateway.options.IdleTimeout, s.idled)
	}
}

func (s *stream) moved() { s.lastMove = s.gateway.clock.now() }

func (s *stream) idled() {
	if s.over {
		return
	}
	left := s.gateway.options.IdleTimeout - (s.gateway.clock.now() - s.lastMove)
	if left > 0 {
		s.idle = s.gateway.clock.after(s.loop, left, s.idled)
		return
	}
	s.flags |= flagIdleTimeout
	status := 504
	if !s.request.end {
		status = 408
	}
	s.reply(localReply{status: status, details: "stream_idle_timeout", body: []byte("stream timeout")})
}

// routeTimeout bounds the wait for the answer; 0 is no bound.
func (s *stream) routeTimeout() time.Duration {
	if s.origin.isGET {
		return 0
	}
	return s.gateway.options.RouteTimeout
}

// armRoute begins that bound, at the end of the request.
func (s *stream) armRoute() {
	if timeout := s.routeTimeout(); timeout > 0 && !s.over {
		s.route = s.gateway.clock.after(s.loop, timeout, s.timedOut)
	}
}

func (s *stream) timedOut() {
	if !s.closed() {
		s.flags |= flagUpstreamTimeout
		s.reply(localReply{status: 504, details: "response_timeout", body: []byte("upstream request timeout")})
	}
}
