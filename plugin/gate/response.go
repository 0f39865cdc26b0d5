package gate

import (
	"encoding/binary"
	"strconv"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"

	"mcponce/plugin/action"
	"mcponce/plugin/mcp"
	"mcponce/plugin/reply"
)

// response is the answer to an inline execution as it passes.
type response struct {
	attempt *attempt
	exchange
}

// answering is told that response headers go to the client of the attempt, which this filter did not send.
func (a *attempt) answering(s *stream, end bool) types.Action {
	details := property("response", "code_details")
	if details != viaUpstream {
		return a.gatewayAnswers(s, details)
	}
	injectFault(s, "response_headers")
	headers, err := proxywasm.GetHttpResponseHeaders()
	if err != nil {
		return types.ActionContinue // the stream's end puts the record in doubt
	}
	s.response = newResponse(a, headers)
	_ = proxywasm.ReplaceHttpResponseHeader(reply.FirstExecution[0], reply.FirstExecution[1]) // a mark; the answer matters more
	if end {
		s.response.body(0, true)
	}
	return types.ActionContinue
}

func newResponse(a *attempt, headers mcp.Headers) *response {
	status, _ := strconv.Atoi(headers.Get(":status"))
	length, err := strconv.ParseInt(headers.Get("content-length"), 10, 64)
	if err != nil {
		length = -1
	}
	return &response{attempt: a, exchange: exchange{
		status:   status,
		headers:  headers,
		attempts: requestAttempts(),
		body:     mcp.NewCollector(headers.Get("content-type"), length, a.tool.MaxResult),
	}}
}

// body copies the bytes that pass, and ends the round as soon as the answer is whole: the client may have it, and be gone,
// before the stream's end is ever told.
func (r *response) body(size int, end bool) {
	if !r.attempt.owns {
		return
	}
	whole := false
	if size > 0 {
		chunk, err := proxywasm.GetHttpResponseBody(0, size)
		if err != nil {
			return // the stream's end puts the record in doubt
		}
		whole = r.exchange.body.Feed(chunk)
	}
	if end && !whole {
		r.exchange.body.End()
	}
	if whole || end {
		r.attempt.conclude(r.exchange)
	}
}

// gatewayAnswers: the gateway made the answer itself. Its text page would destroy sessions of MCP SDKs, so the client gets
// a JSON-RPC answer instead.
func (a *attempt) gatewayAnswers(s *stream, details string) types.Action {
	if a.detached { // the callout goes on
		return s.end(a.call, a.refusal(action.InProgress, a.entry.Record))
	}
	if notSent(details, requestAttempts()) {
		return s.end(a.call, a.unreachable())
	}
	return s.end(a.call, a.doubted(endReason(details)))
}

// requestAttempts is how often the gateway sent the request to a server; 0 when it does not say.
func requestAttempts() int {
	value, err := proxywasm.GetProperty([]string{"upstream", "request_attempt_count"})
	if err != nil || len(value) != 8 {
		return 0
	}
	return int(binary.LittleEndian.Uint64(value))
}
