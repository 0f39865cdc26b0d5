package gate

import (
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"

	"mcponce/plugin/action"
	"mcponce/plugin/mcp"
	"mcponce/plugin/reply"
)

// calloutEnded is told that the attempt's detached execution is over. The record is written before the client, if it still
// waits, gets its answer.
func (a *attempt) calloutEnded(numHeaders, bodySize int) {
	injectFault(a.stream, "callout")
	headers, body, ok := readCallout(numHeaders, bodySize)
	a.toStream()
	if !ok {
		a.end(a.doubted(action.AnswerCut))
		return
	}
	x := newExchange(headers, 1, a.tool.MaxResult) // callouts are not retried
	switch {
	case headers.Get(serviceTimeHeader) != "":
		if !x.body.Feed(body) {
			x.body.End()
		}
		a.answer(firstAnswer(x, body, a.conclude(x)))
	case calloutNotSent(x.status, string(body)):
		a.end(a.unreachable())
	default:
		a.end(a.doubted(calloutReason(x.status)))
	}
}

// readCallout reads the answer; ok is false when it was cut.
func readCallout(numHeaders, bodySize int) (headers mcp.Headers, body []byte, ok bool) {
	if numHeaders == 0 {
		return nil, nil, false
	}
	headers, err := proxywasm.GetHttpCallResponseHeaders()
	if err != nil {
		return nil, nil, false
	}
	if bodySize > 0 {
		if body, err = proxywasm.GetHttpCallResponseBody(0, bodySize); err != nil {
			return nil, nil, false
		}
	}
	return headers, body, true
}

// toStream makes the client's stream the effective context, if it is still there.
func (a *attempt) toStream() {
	if a.stream != nil && proxywasm.SetEffectiveContext(a.stream.id) != nil {
		a.stream = nil
	}
}

// firstAnswer is the server's answer as it came, without the headers of its connection and those that the gateway writes
// itself.
func firstAnswer(x exchange, body []byte, outcome string) reply.Answer {
	headers := [][2]string{reply.FirstExecution}
	for _, h := range x.headers {
		switch h[0] {
		case ":status", "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
			"content-length", "date", "server", serviceTimeHeader, reply.FirstExecution[0]:
			continue
		}
		headers = append(headers, h)
	}
	return reply.Answer{Name: outcome, Status: x.status, Details: "mcponce_executed", Headers: headers, Body: body}
}
