package gate

import (
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"

	"mcponce/plugin/action"
	"mcponce/plugin/jsonrpc"
	"mcponce/plugin/reply"
)

// callout is a detached execution on its way.
type callout struct {
	attempt  *attempt
	streamID uint32 // of the client that waits, if it still does
}

// ended is told that the exchange is over. The record is written before the client, if there is one, gets its answer.
func (c *callout) ended(numHeaders, bodySize int) {
	a := c.attempt
	injectCalloutFault(c)
	if numHeaders == 0 {
		c.refuse(a.doubted(action.AnswerCut))
		return
	}
	headers, err := proxywasm.GetHttpCallResponseHeaders()
	if err != nil {
		c.refuse(a.doubted(action.FilterFault))
		return
	}
	var body []byte
	if bodySize > 0 {
		if body, err = proxywasm.GetHttpCallResponseBody(0, bodySize); err != nil {
			c.refuse(a.doubted(action.FilterFault))
			return
		}
	}
	r := newResponse(a, headers)
	switch {
	case r.headers.Get(serviceTimeHeader) != "":
		r.attempts = 1 // callouts are not retried
		if !r.exchange.body.Feed(body) {
			r.exchange.body.End()
		}
		a.conclude(r.exchange)
		c.send(firstAnswer(r.exchange, body))
	case calloutNotSent(r.status, string(body)):
		c.refuse(a.unreachable())
	default:
		c.refuse(a.doubted(calloutReason(r.status)))
	}
}

// failed is told that the handling of the response panicked.
func (c *callout) failed() {
	if c.attempt.owns {
		c.attempt.doubt(action.FilterFault)
	}
	c.refuse(reply.Refusal{Code: jsonrpc.CodeInternal})
}

func (c *callout) refuse(r reply.Refusal) {
	r.ID = c.attempt.call.ID
	answer := reply.Refuse(c.attempt.plugin.config.ErrorStyle, r)
	c.attempt.vm.metrics.outcome(answer.Name)
	c.send(answer)
}

// send answers the client, if it is still there and has no answer yet.
func (c *callout) send(answer reply.Answer) {
	s := c.attempt.vm.streams[c.streamID]
	if s == nil || s.answered || proxywasm.SetEffectiveContext(c.streamID) != nil {
		return
	}
	s.send(answer)
}

// firstAnswer is the server's answer as it came, without the headers of its connection and those that the gateway writes
// itself.
func firstAnswer(x exchange, body []byte) reply.Answer {
	headers := [][2]string{reply.FirstExecution}
	for _, h := range x.headers {
		switch h[0] {
		case ":status", "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
			"content-length", "date", "server", serviceTimeHeader, reply.FirstExecution[0]:
			continue
		}
		headers = append(headers, h)
	}
	return reply.Answer{Status: x.status, Details: "mcponce_executed", Headers: headers, Body: body}
}
