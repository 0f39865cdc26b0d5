package gate

import (
	"strconv"
	"strings"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"

	"mcponce/plugin/action"
	"mcponce/plugin/mcp"
	"mcponce/plugin/policy"
	"mcponce/plugin/reply"
)

// calloutEnded is told that the attempt's detached execution is over. The record is written before the client, if it still
// waits, gets its answer.
func (a *attempt) calloutEnded(numHeaders, bodySize int) {
	injectFault(a.stream, "callout")
	headers, body, ok := readCallout(numHeaders, bodySize)
	a.toStream()
	if a.lane != nil {
		a.lane.tells = true
	}
	if !ok {
		a.refuse(a.doubted(action.AnswerCut))
		return
	}
	from := newAnswer(headers, calloutSends(headers), a.tool.MaxResult)
	details := headers.Get(a.plugin.config.DetailsHeader)
	switch {
	case details != "" && details != viaUpstream: // a listener between here and the server made the answer itself
		if notSent(details, from.sends) {
			a.refuse(a.unreachable())
		} else {
			a.refuse(a.doubted(endReason(details)))
		}
	case headers.Get(serviceTimeHeader) != "":
		from.body.Feed(body)
		a.send(a.firstAnswer(from, body, a.conclude(from)))
	case calloutNotSent(from.status, string(body)):
		a.refuse(a.unreachable())
	default:
		a.refuse(a.doubted(calloutReason(from.status)))
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

// calloutSends is how often the server may have got the callout. The gateway does not retry it; a listener between here and
// the server may, and counts then in a header. A server that forges it only puts its own calls in doubt.
func calloutSends(headers mcp.Headers) int {
	sends, _ := strconv.Atoi(headers.Get(attemptsHeader))
	return max(1, sends)
}

// toStream makes the client's stream the effective context, if it is still there.
func (a *attempt) toStream() {
	if a.stream != nil && proxywasm.SetEffectiveContext(a.stream.id) != nil {
		a.stream = nil
	}
}

// firstAnswer is the server's answer as it came, without the headers of its connection and those that the gateway writes
// itself.
func (a *attempt) firstAnswer(from *answer, body []byte, outcome string) reply.Answer {
	headers := [][2]string{{reply.ReplayedHeader, "false"}}
	for _, h := range from.headers {
		switch h[0] {
		case ":status", "content-length", "date", "server", reply.ReplayedHeader, a.plugin.config.DetailsHeader:
			continue
		}
		if !policy.HopByHop(h[0]) && !strings.HasPrefix(h[0], envoyPrefix) {
			headers = append(headers, h)
		}
	}
	return reply.Answer{Name: outcome, Status: from.status, Details: reply.DetailsPrefix + "executed", Headers: headers, Body: body}
}
