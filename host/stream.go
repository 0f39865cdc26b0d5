package host

import "time"

// stream is one HTTP exchange, on the loop of its connection's worker: the client, the filter, and the router to the
// upstream.
type stream struct {
	gateway *engine
	worker  *worker
	loop    *loop // the worker's
	chain   *chain
	root    *root
	vm      *vm
	id      uint32
	number  uint64 // on the worker, by age
	origin  streamOrigin
	began   time.Duration

	request  way
	response way
	client   client
	upstream outgoing // the request to the upstream, once it has begun

	details    string // Envoy's response code details
	flags      uint64 // Envoy's response flags
	properties map[string]string

	reading   bool        // a callback for the request runs, or what it asked for
	prepared  *localReply // made meanwhile
	answering bool        // proxy_on_response_headers runs, or what it asked for
	replied   bool        // a local reply was made: the request is not looked at any more
	failed    bool        // the VM is dead, and the client was told so
	logging   bool        // proxy_on_log runs
	over      bool        // the stream has ended, or is just ending

	lastMove    time.Duration // when something moved last
	idle, route *timer
}

// streamOrigin is where a stream comes from.
type streamOrigin struct {
	protocol   string // HTTP/1.1 or HTTP/2, as the property request.protocol has it
	address    string // of the client
	listener   string // the address that it connected to
	connection uint64 // its number
	path       string // as it was asked for
	isGET      bool   // no timeout applies
}

// client is the stream's end towards the client. All but drained is called on the stream's loop, and must not block.
type client interface {
	// headers begins the answer. early says that the request was not whole when it did, end that it has no body.
	headers(h headerMap, early, end bool)
	data(piece []byte)
	// end is the end of the answer. The trailers may be nil.
	end(trailers headerMap)
	// cut breaks the answer off. There may be none yet.
	cut()
	// drained waits until little of the answer is left to be taken. It is called off the loop.
	drained()
}

// Response flags, by bits of Envoy's core flags (envoy/stream_info/stream_info.h), as the property response.flags has them.
const (
	flagUpstreamTimeout     = 0x4
	flagRemoteReset         = 0x10
	flagConnectFailure      = 0x20
	flagConnectTermination  = 0x40
	flagNoRoute             = 0x100
	flagDownstreamGone      = 0x4000
	flagIdleTimeout         = 0x10000
	flagUpstreamProtocol    = 0x800000
	flagDownstreamHTTP2Gone = 0x10000000
)

func newStream(w *worker, c *chain, from streamOrigin, to client) *stream {
	s := &stream{gateway: w.engine, worker: w, loop: w.loop, chain: c, origin: from, client: to}
	s.request = way{stream: s, calls: requestCalls, onward: requestSide{s}, over: s.closed, gate: newGate()}
	s.response = way{stream: s, calls: responseCalls, onward: responseSide{s}, over: func() bool { return s.over }, gate: newGate()}
	return s
}

// begin starts the stream with its request's headers. end says that there is no body.
func (s *stream) begin(h headerMap, end bool) {
	if s.root = s.worker.rootOf(s.chain); s.root == nil || s.origin.isGET && s.worker.refusesGETs {
		s.over = true
		s.client.cut()
		return
	}
	s.vm = s.root.vm
	s.worker.opened++
	s.number = s.worker.opened
	s.worker.streams[s] = true
	s.began = s.gateway.clock.now()
	s.armIdle()
	s.id = s.vm.nextID()
	s.vm.streams[s.id] = s
	s.request.headers, s.request.end = h, end
	s.ask(s.vm.exports.contextCreate, uint64(s.root.id))
	if !s.over {
		s.request.takeHeaders(h, end)
	}
}

// requestData is given a piece of the request's body, or its end.
func (s *stream) requestData(data []byte, end bool) {
	s.moved()
	s.request.end = s.request.end || end
	if !s.closed() {
		s.request.takeData(data, end)
	}
}

func (s *stream) requestTrailers(h headerMap) {
	s.moved()
	s.request.end = true
	if !s.closed() {
		s.request.takeTrailers(h)
	}
}

func (s *stream) answerHeaders(h headerMap, end bool) {
	s.answering = true
	s.response.takeHeaders(h, end)
	s.answering = false
}

// closed: nothing of the request is looked at any more.
func (s *stream) closed() bool { return s.over || s.replied }

// ask runs one of the filter's callbacks for the stream, and gives its result. A callback that has sent a local reply, for
// whatever stream, stops everything.
func (s *stream) ask(f callback, arguments ...uint64) uint64 {
	wasDead := s.vm.dead
	result, ok := s.vm.call(s.id, f, append([]uint64{uint64(s.id)}, arguments...)...)
	switch {
	case ok && s.vm.stopped:
		return stopAll
	case !ok && !(wasDead && s.gateway.options.FailurePolicy == FailOpen):
		s.fail()
	}
	return result
}

// headersAction is what Envoy makes of the result of a callback for headers (proxy-wasm-cpp-host src/context.cc).
func (s *stream) headersAction(result uint64) headersStatus {
	switch {
	case result == uint64(headersStop) && s.gateway.options.WithholdBody:
		return headersStopAllAndWatermark
	case result > uint64(headersStopAllAndWatermark):
		return headersStopAllAndWatermark
	default:
		return headersStatus(result)
	}
}

// close ends the stream because the filter wants it.
func (s *stream) close() {
	if s.response.started {
		s.abort(s.details)
		return
	}
	s.abort("wasm_close_stream")
}

// fail ends a stream whose VM is dead: with 503 if the answer has not begun.
func (s *stream) fail() {
	const details = "wasm_fail_stream"
	switch {
	case s.failed || s.over:
	case s.response.sent:
		s.failed = true
		s.abort(details)
	default:
		s.failed, s.replied, s.details = true, true, details
		s.dropUpstream()
		s.sendReply(localReply{status: 503})
	}
}

// disconnected is told that the client has gone.
func (s *stream) disconnected() {
	switch {
	case s.over:
	case s.origin.protocol == "HTTP/2":
		s.flags |= flagDownstreamHTTP2Gone
		s.abort("http2.remote_reset")
	default:
		s.flags |= flagDownstreamGone
		s.abort("downstream_remote_disconnect")
	}
}

// abort ends the stream before its time.
func (s *stream) abort(details string) {
	if !s.over {
		s.details = details
		s.finish()
		s.client.cut()
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
	s.logging = true
	s.ask(s.vm.exports.log)
	s.logging = false
	s.ask(s.vm.exports.done)
	s.ask(s.vm.exports.delete)
	delete(s.vm.streams, s.id)
	delete(s.worker.streams, s)
	s.request.gate.open()
	s.response.gate.open()
	s.dropUpstream()
	s.gateway.options.Access(s.access())
}

// attempts is how often the request was sent to the upstream.
func (s *stream) attempts() int64 {
	if s.upstream == nil {
		return 0
	}
	return 1
}

// dropUpstream gives up the request to the upstream, if there is one.
func (s *stream) dropUpstream() {
	if s.upstream != nil {
		s.upstream.cancel()
	}
}
