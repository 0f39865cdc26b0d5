package gate

import (
	"encoding/binary"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"

	"mcponce/plugin/action"
	"mcponce/plugin/reply"
)

// response is the answer to an inline execution as it passes.
type response struct {
	attempt  *attempt
	exchange exchange
}

// answering is told that response headers go to the attempt's client, which this filter did not send.
func (a *attempt) answering(end bool) types.Action {
	details := property("response", "code_details")
	switch {
	case a.try.WaitsFor != (action.Owner{}), details != viaUpstream:
		return a.gatewayAnswers(details)
	case !a.owns: // it passes unkeyed
		return types.ActionContinue
	}
	injectFault(a.stream, "response_headers")
	headers, err := proxywasm.GetHttpResponseHeaders()
	if err != nil {
		return types.ActionContinue // the stream's end puts the record in doubt
	}
	r := &response{attempt: a, exchange: newExchange(headers, requestAttempts(), a.tool.MaxResult)}
	a.stream.response = r
	_ = proxywasm.ReplaceHttpResponseHeader(reply.FirstExecution[0], reply.FirstExecution[1]) // a mark; the answer matters more
	if end {
		r.body(0, true)
	}
	return types.ActionContinue
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
		r.attempt.count(r.attempt.conclude(r.exchange))
	}
}

// gatewayAnswers: the gateway made the answer itself. Its text page would destroy sessions of MCP SDKs, so the client of a
// call with a key gets a JSON-RPC answer instead.
func (a *attempt) gatewayAnswers(details string) types.Action {
	switch {
	case a.key == "":
		return types.ActionContinue
	case !a.owns, a.detached: // it waits, or its callout goes on
		return a.end(a.refusal(action.InProgress, a.entry.Record))
	case notSent(details, requestAttempts()):
		return a.end(a.unreachable())
	default:
		return a.end(a.doubted(endReason(details)))
	}
}

// requestAttempts is how often the gateway sent the request to a server; 0 when it does not say.
func requestAttempts() int {
	value, err := proxywasm.GetProperty([]string{"upstream", "request_attempt_count"})
	if err != nil || len(value) != 8 {
		return 0
	}
	return int(binary.LittleEndian.Uint64(value))
}
