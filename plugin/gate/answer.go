package gate

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"

	"mcponce/plugin/action"
	"mcponce/plugin/mcp"
	"mcponce/plugin/reply"
)

// answer is what a server answers to the round, as far as it has come.
type answer struct {
	status  int
	headers mcp.Headers
	sends   int // how often the gateway sent the request; 0 when it does not say
	body    *mcp.Collector
}

func newAnswer(headers mcp.Headers, sends, maxResult int) *answer {
	status, _ := strconv.Atoi(headers.Get(":status"))
	length, err := strconv.ParseInt(headers.Get("content-length"), 10, 64)
	if err != nil {
		length = -1
	}
	return &answer{status: status, headers: headers, sends: sends,
		body: mcp.NewCollector(headers.Get("content-type"), strings.Join(headers.Values("content-encoding"), ", "), length, maxResult)}
}

// answerHeaders is told that response headers go to the attempt's client, which this filter did not send.
func (a *attempt) answerHeaders(end bool) types.Action {
	details := property("response", "code_details")
	switch {
	case details != viaUpstream:
		return a.gatewayAnswers(details)
	case !a.owns || a.detached: // it passes unkeyed, or the server answers a request that has not gone on
		return types.ActionContinue
	}
	injectFault(a.stream, "response_headers")
	headers, err := proxywasm.GetHttpResponseHeaders()
	if err != nil {
		return types.ActionContinue // the stream's end puts the record in doubt
	}
	a.answer = newAnswer(headers, sends(), a.tool.MaxResult)
	_ = proxywasm.ReplaceHttpResponseHeader(reply.ReplayedHeader, "false") // a mark; the answer matters more
	if end {
		a.answerBody(0, true)
	}
	return types.ActionContinue
}

// answerBody copies the bytes that pass, and ends the round as soon as the answer is whole: the client may have it, and be
// gone, before the stream's end is ever told.
func (a *attempt) answerBody(size int, end bool) {
	if a.answer == nil || !a.owns {
		return
	}
	whole := end
	if size > 0 {
		chunk, err := proxywasm.GetHttpResponseBody(0, size)
		if err != nil {
			return // the stream's end puts the record in doubt
		}
		whole = a.answer.body.Feed(chunk) || end
	}
	if whole {
		a.count(a.conclude(a.answer))
	}
}

// gatewayAnswers: the gateway made the answer itself. Its text page would destroy sessions of MCP SDKs, so the client of a
// call with a key gets a JSON-RPC answer instead.
func (a *attempt) gatewayAnswers(details string) types.Action {
	switch {
	case a.id == (action.Digest{}):
		return types.ActionContinue
	case !a.owns, a.detached: // it waits, or its callout goes on
		return a.refuse(a.refusal(action.InProgress, a.entry.Record))
	case notSent(details, sends()):
		return a.refuse(a.unreachable())
	default:
		return a.refuse(a.doubted(endReason(details)))
	}
}

// sends is how often the gateway sent the request to a server; 0 when it does not say.
func sends() int {
	value, err := proxywasm.GetProperty([]string{"upstream", "request_attempt_count"})
	if err != nil || len(value) != 8 {
		return 0
	}
	return int(binary.LittleEndian.Uint64(value))
}
