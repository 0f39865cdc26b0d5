package host

import "time"

// stream is one HTTP exchange, on the loop of its connection's worker: the client's end (out), the filter, and the router
// to the upstream.
type stream struct {
	gateway *Gateway
	worker  *worker
	loop    *loop // the worker's
	vm      *vm
	id      uint32

	protocol, client, path string
	isGET                  bool // no timeout applies
	began                  time.Duration

	request  requestSide
	response responseSide
	out      *answerOut // what goes to the client
	upstream *exchange  // the request to the upstream, once it has begun

	details    string // Envoy's response code details
	flags      uint64 // Envoy's response flags
	properties map[string]string

	stopIteration bool // the running callback has sent a local reply
	replied       bool // a local reply was made: the request is not looked at any more
	failed        bool // the VM is dead, and the client was told so
	logging       bool // proxy_on_log runs
	over          bool // the stream has ended, or is just ending

	lastMove    time.Duration // when something moved last, on the monotonic clock
	idle, route *timer
}

// Response flags, by bits of Envoy's core flags (envoy/stream_info/stream_info.h), as the property response.flags has them.
const (
	flagUpstreamTimeout     = 0x4
	flagConnectFailure      = 0x20
	flagConnectTermination  = 0x40
	flagDownstreamGone      = 0x4000
	flagIdleTimeout         = 0x10000
	flagUpstreamProtocol    = 0x800000
	flagDownstreamHTTP2Gone = 0x10000000
)

// begin starts the stream with its request's headers. end says that there is no body.
func (s *stream) begin(end bool) {
	s.vm = s.worker.current()
	s.worker.streams[s] = true
	v := s.vm
	v.lastID++
	s.id, s.began = v.lastID, s.gateway.clock.monotonic()
	v.streams[s.id] = s
	s.armIdle()
	if _, ok := v.call(s.id, v.exports.contextCreate, uint64(s.id), rootContext); !ok {
		s.fail()
		return
	}
	s.requestHeaders(end)
}

// callback runs one of the filter's callbacks for the stream. It reports whether the filter pauses; alive is false when
// the stream has ended meanwhile, or the VM.
func (s *stream) callback(run func() (uint64, bool)) (paused, alive bool) {
	s.stopIteration = false
	result, ok := run()
	if !ok {
		s.fail()
		return true, false
	}
	return action(result) != actionContinue || s.stopIteration, !s.over
}

// fail ends a stream whose VM is dead: with 503 if the answer has not begun.
func (s *stream) fail() {
	if s.failed || s.over {
		return
	}
	s.failed = true
	if s.response.emitted {
		s.abort("wasm_fail_stream")
		return
	}
	s.replied, s.details = true, "wasm_fail_stream"
	s.emitReply(localReply{status: 503})
}

// disconnected is told that the client has gone.
func (s *stream) disconnected() {
	if s.over {
		return
	}
	if s.protocol == "HTTP/2" {
		s.flags |= flagDownstreamHTTP2Gone
		s.abort("http2.remote_reset")
		return
	}
	s.flags |= flagDownstreamGone
	s.abort("downstream_remote_disconnect")
}

// abort ends the stream before its time. The client's connection, or HTTP/2 stream, is reset.
func (s *stream) abort(details string) {
	if !s.over {
		s.details = details
		s.finish()
		s.out.fail(errAborted)
	}
}

// finish ends the stream: proxy_on_log, proxy_on_done, proxy_on_delete. As in Envoy neither the upstream nor the client
// sees the end before the filter knows of it.
func (s *stream) finish() {
	if s.over {
		return
	}
	s.over = true
	s.idle.stop()
	s.route.stop()
	v := s.vm
	s.logging = true
	v.call(s.id, v.exports.log, uint64(s.id))
	s.logging = false
	v.call(s.id, v.exports.done, uint64(s.id))
	v.call(s.id, v.exports.delete, uint64(s.id))
	delete(v.streams, s.id)
	delete(s.worker.streams, s)
	s.request.body.fail(errAborted)
	s.dropUpstream()
	s.gateway.options.Access(s.access())
}

// armIdle watches for streams on which nothing moves.
func (s *stream) armIdle() {
	s.lastMove = s.began
	if !s.isGET {
		s.idle = s.gateway.clock.after(s.gateway.options.IdleTimeout, func() { s.loop.post(s.idled) })
	}
}

func (s *stream) moved() { s.lastMove = s.gateway.clock.monotonic() }

func (s *stream) idled() {
	if s.over {
		return
	}
	left := s.gateway.options.IdleTimeout - (s.gateway.clock.monotonic() - s.lastMove)
	if left > 0 {
		s.idle = s.gateway.clock.after(left, func() { s.loop.post(s.idled) })
		return
	}
	s.flags |= flagIdleTimeout
	status := 504
	if !s.request.end {
		status = 408
	}
	s.reply(localReply{status: status, details: "stream_idle_timeout", body: []byte("stream timeout")})
}
