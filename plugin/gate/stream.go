package gate

import (
	"errors"
	"strings"
	"time"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"

	"mcponce/plugin/jsonrpc"
	"mcponce/plugin/mcp"
	"mcponce/plugin/reply"
)

// stream is one HTTP exchange. A stream that is not concerned passes as it is.
type stream struct {
	types.DefaultHttpContext
	vm     *VM
	plugin *plugin
	id     uint32

	reading  bool // the request is a POST on a governed path, and is held until its body is whole
	answered bool // this filter has answered; what follows is its own reply
	headers  mcp.Headers

	bodySeen bool          // some of the body was shown
	paused   int           // heartbeats since the request was paused at its headers
	letGo    bool          // the headers have gone on before the body was read
	letGoAt  time.Duration // when the watchdog let them, on the monotonic clock

	list    *list    // what the request turned out to be, if its answer is read as a list of tools
	attempt *attempt // what the request turned out to be, if it is governed
}

// OnHttpRequestHeaders implements types.HttpContext. The headers are held, so that nothing reaches the server before the
// body has been read. Methods are case-sensitive, and some servers do not know it.
func (s *stream) OnHttpRequestHeaders(_ int, end bool) types.Action {
	if end || !strings.EqualFold(requestHeader(":method"), "POST") || !s.plugin.config.Governs(requestHeader(":path")) {
		return types.ActionContinue
	}
	s.reading = true
	headers, err := proxywasm.GetHttpRequestHeaders()
	if err != nil {
		return s.refuse(reply.Refusal{Kind: reply.InvalidRequest, Detail: "headers that the gateway can pass on are expected"})
	}
	s.headers = headers
	if s.plugin.holds == holdNo {
		s.letGo = true
		return types.ActionContinue
	}
	return types.ActionPause
}

// OnHttpRequestBody implements types.HttpContext. size counts all bytes so far.
func (s *stream) OnHttpRequestBody(size int, end bool) types.Action {
	switch {
	case !s.reading:
		return types.ActionContinue
	case s.answered:
		return types.ActionPause
	}
	s.seeBody()
	switch {
	case size > s.plugin.config.MaxRequest:
		return s.tooLarge()
	case !end:
		return types.ActionPause
	}
	return s.whole(size)
}

// tooLarge refuses the request by the id that is among the bytes it may have: to an SDK, an error without id ends its session.
func (s *stream) tooLarge() types.Action {
	held, err := proxywasm.GetHttpRequestBody(0, s.plugin.config.MaxRequest)
	if err != nil {
		held = nil
	}
	return s.refuse(reply.Refusal{ID: jsonrpc.PrefixID(held), Kind: reply.TooLarge})
}

// OnHttpRequestTrailers implements types.HttpContext: with trailers, the body's last callback does not say that it is the
// last.
func (s *stream) OnHttpRequestTrailers(int) types.Action {
	switch {
	case !s.reading:
		return types.ActionContinue
	case s.answered:
		return types.ActionPause
	}
	return s.whole(s.plugin.config.MaxRequest)
}

// whole handles the request when its body is complete.
func (s *stream) whole(size int) types.Action {
	s.reading = false
	body, err := proxywasm.GetHttpRequestBody(0, size)
	if err != nil && !errors.Is(err, types.ErrorStatusNotFound) { // not found: there is no body
		return s.refuse(reply.Refusal{Kind: reply.InvalidRequest, Detail: "a request body that the gateway can show is expected"})
	}
	rules := s.plugin.config.Rules(s.headers.Get(":authority"), s.headers.Get(":path"))
	call, fault := s.vm.reader.Read(s.headers, body, func(name string) bool { return s.governance(rules, name).governs() })
	switch {
	case fault != nil:
		return s.refuse(reply.Refusal{ID: fault.ID, Kind: reply.KindOf(fault.Code), Detail: fault.Detail})
	case call == nil:
		s.readList(rules, body)
		return types.ActionContinue
	}
	g := s.governance(rules, call.Tool)
	if !g.sure {
		return s.refuse(reply.Refusal{ID: call.ID, Kind: reply.InvalidRequest, Detail: "a path that every server reads alike is expected"})
	}
	s.attempt = newAttempt(s, call, g, len(body))
	injectFault(s, "read")
	return s.attempt.begin(call)
}

// OnHttpResponseHeaders implements types.HttpContext.
func (s *stream) OnHttpResponseHeaders(_ int, end bool) types.Action {
	switch {
	case s.answered:
		return types.ActionContinue
	case s.attempt != nil:
		return s.attempt.answerHeaders(end)
	case s.list != nil:
		return s.list.answerHeaders(end)
	default:
		return types.ActionContinue
	}
}

// OnHttpResponseBody implements types.HttpContext. The answer to a call is copied as it passes and never held back.
func (s *stream) OnHttpResponseBody(size int, end bool) types.Action {
	if s.list != nil {
		return s.list.answerBody(size, end)
	}
	if s.attempt != nil {
		s.attempt.answerBody(size, end)
	}
	return types.ActionContinue
}

// OnHttpResponseTrailers implements types.HttpContext.
func (s *stream) OnHttpResponseTrailers(int) types.Action {
	if s.attempt != nil {
		s.attempt.answerBody(0, true)
	}
	return types.ActionContinue
}

// OnHttpStreamDone implements types.HttpContext. It comes for every stream, however it ended.
func (s *stream) OnHttpStreamDone() {
	delete(s.vm.streams, s.id)
	if s.attempt != nil {
		s.attempt.streamEnded()
	}
}

// failed is told that one of the stream's callbacks panicked.
func (s *stream) failed() {
	s.reading, s.list = false, nil
	if s.attempt != nil {
		s.attempt.failed()
	} else if !s.answered {
		s.refuse(reply.Refusal{Kind: reply.Internal})
	}
}

// refuse answers a request that is no attempt, as far as could be read.
func (s *stream) refuse(r reply.Refusal) types.Action {
	s.reading = true // what is left of the request stays here
	if slot, _, ok := s.vm.roster.Seat(s.vm.host.Monotonic()); ok {
		s.vm.metrics.attempt(slot)
	}
	answer := reply.Refuse(s.plugin.config.ErrorStyle, r)
	s.count(answer.Name)
	return s.send(answer)
}

// send answers the stream, which must be the effective context.
func (s *stream) send(a reply.Answer) types.Action {
	s.answered = true
	if err := s.vm.host.SendLocalResponse(a.Status, a.Details, a.Headers, a.Body); err != nil {
		proxywasm.LogError("an answer could not be sent: " + err.Error())
	}
	return types.ActionPause
}

// count counts how the attempt ended, and notes it. The stream must be the effective context.
func (s *stream) count(outcome string) {
	s.vm.metrics.outcome(outcome)
	s.note("mcponce", outcome)
}

// note makes a value readable for the access log as %FILTER_STATE(wasm.NAME:PLAIN)%. The stream must be the effective
// context.
func (s *stream) note(name, value string) {
	_ = proxywasm.SetProperty([]string{name}, []byte(value)) // for people only
}

// requestHeader returns the first value of a request header, or "".
func requestHeader(name string) string {
	value, err := proxywasm.GetHttpRequestHeader(name)
	if err != nil {
		return ""
	}
	return value
}
