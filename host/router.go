package host

import (
	"context"
	"io"
	"net/http"
	"strconv"
)

// exchange is a stream's request to the upstream. Its goroutine talks to the connection; what comes is handled on the
// stream's loop.
type exchange struct {
	stream *stream
	cancel context.CancelFunc
}

// bodyPiece is how many bytes of a body are read at once.
const bodyPiece = 32 << 10

// startUpstream sends the request's headers on their way. The body follows through the pipe.
func (s *stream) startUpstream(end bool) {
	ctx, cancel := context.WithCancel(context.Background())
	u := &exchange{stream: s, cancel: cancel}
	s.upstream = u
	headers := append(headerMap(nil), s.request.headers...)
	headers.set("x-forwarded-proto", "http")
	var body io.ReadCloser
	length := int64(-1)
	if !end {
		body = &reader{pipe: s.request.body}
		if n, err := strconv.ParseInt(headers.value("content-length"), 10, 64); err == nil {
			length = n
		}
	}
	s.gateway.running.Go(func() { u.run(ctx, headers, body, length) })
}

// attempts is how often the request was sent to the upstream.
func (s *stream) attempts() int64 {
	if s.upstream == nil {
		return 0
	}
	return 1
}

// dropUpstream gives up the request to the upstream, if there is one: its connection is closed.
func (s *stream) dropUpstream() {
	if s.upstream != nil {
		s.upstream.cancel()
	}
}

func (u *exchange) run(ctx context.Context, h headerMap, body io.ReadCloser, length int64) {
	defer u.cancel()
	s := u.stream
	timeout := s.gateway.options.RouteTimeout
	if s.isGET {
		timeout = 0
	}
	response, headers, failed := s.gateway.cluster.send(ctx, h, body, length, timeout)
	if failed != nil {
		s.loop.post(func() { u.reset(failed) })
		return
	}
	defer response.Body.Close()
	end := response.Body == http.NoBody || response.ContentLength == 0
	s.loop.do(func() {
		if !s.closed() {
			s.details = "via_upstream"
			s.responseHeaders(headers, end)
		}
	})
	if !end {
		u.copyBody(response.Body)
	}
}

func (u *exchange) copyBody(body io.Reader) {
	s := u.stream
	for buffer := make([]byte, bodyPiece); ; {
		n, err := body.Read(buffer)
		if n > 0 {
			piece := append([]byte(nil), buffer[:n]...)
			s.loop.do(func() { u.data(piece, false) })
			s.out.body.drained()
		}
		switch {
		case err == io.EOF:
			s.loop.do(func() { u.data(nil, true) })
			return
		case err != nil:
			s.loop.post(func() { u.reset(resetOf(err)) })
			return
		}
	}
}

func (u *exchange) data(piece []byte, end bool) {
	if !u.stream.closed() {
		u.stream.responseData(piece, end)
	}
}

// reset ends an exchange that failed: with the gateway's own answer, or, when the answer had begun, with the client's
// connection.
func (u *exchange) reset(r *reset) {
	s := u.stream
	switch {
	case s.closed():
	case !s.response.started:
		s.flags |= r.flag
		s.reply(localReply{status: r.status, details: r.details("before"), body: r.text()})
	default:
		s.flags |= flagUpstreamProtocol
		s.abort(r.details("after"))
	}
}

// armRoute bounds the wait for the answer, from the end of the request on.
func (s *stream) armRoute() {
	if timeout := s.gateway.options.RouteTimeout; timeout > 0 && !s.isGET && !s.over {
		s.route = s.gateway.clock.after(timeout, func() { s.loop.post(s.timedOut) })
	}
}

func (s *stream) timedOut() {
	if s.closed() {
		return
	}
	s.flags |= flagUpstreamTimeout
	s.reply(localReply{status: 504, details: "response_timeout", body: []byte("upstream request timeout")})
}
