package gate

import (
	"crypto/sha256"
	"errors"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"

	"mcponce/plugin/action"
	"mcponce/plugin/mcp"
	"mcponce/plugin/reply"
	"mcponce/plugin/store"
)

// exchange is a server's whole answer to the round.
type exchange struct {
	status   int
	headers  mcp.Headers
	attempts int // how often the gateway sent the request; 0 when it does not say
	body     *mcp.Collector
}

var doubts = map[mcp.Proof]action.Reason{
	mcp.Cancelled:  action.Cancelled,
	mcp.Repeated:   action.Retried,
	mcp.StatusOnly: action.HTTPStatus,
	mcp.Nothing:    action.NoAnswer,
}

// conclude ends the round by what the server answered.
func (a *attempt) conclude(x exchange) {
	answer, size := x.body.Answer()
	switch proof := mcp.Judge(x.status, answer, x.attempts); proof {
	case mcp.Executed:
		a.settle(x, answer, size)
		a.vm.metrics.outcome(outcomeExecuted)
	case mcp.NotExecuted:
		a.release()
		a.vm.metrics.outcome(outcomeReleased)
	default:
		why := doubts[proof]
		if proof == mcp.Nothing && x.body.Cut() {
			why = action.AnswerCut
		}
		a.doubt(why)
		a.vm.metrics.outcome(outcomeInDoubt)
	}
}

// settle records the outcome.
func (a *attempt) settle(x exchange, answer mcp.Answer, size int) {
	out := action.Outcome{Class: class(answer), Status: uint16(x.status), Size: uint32(size)}
	var body []byte
	if answer.Kind != mcp.TooLarge {
		digest := sha256.Sum256(answer.Value)
		copy(out.Digest[:], digest[:])
		out.Stored = true
		body = reply.Outcome{Status: x.status, IsError: answer.Kind == mcp.ErrorAnswer,
			Headers: a.kept(x.headers), Value: answer.Value}.Encode()
	}
	step := func(r action.Record) (action.Record, bool) {
		return action.Settle(r, a.owner, out, answer.State, a.vm.now())
	}
	a.owns = false
	if body == nil {
		a.plugin.store.Update(a.id, step, a.ended)
		return
	}
	a.plugin.store.Settle(a.entry, step, body, a.ended)
}

func class(answer mcp.Answer) action.Class {
	switch {
	case answer.Kind == mcp.TooLarge:
		return action.Unread
	case answer.Kind == mcp.ErrorAnswer:
		return action.RPCError
	case answer.InputRequired:
		return action.InputRequired
	case answer.IsError:
		return action.ToolError
	default:
		return action.Result
	}
}

// kept are the response headers that replays carry.
func (a *attempt) kept(headers mcp.Headers) [][2]string {
	var kept [][2]string
	for _, h := range headers {
		if a.plugin.config.KeepsHeader(h[0]) {
			kept = append(kept, h)
		}
	}
	return kept
}

// release gives the round back: nothing was executed.
func (a *attempt) release() {
	a.owns = false
	a.plugin.store.Update(a.id, func(r action.Record) (action.Record, bool) {
		return action.Release(r, a.owner, a.vm.now())
	}, a.ended)
}

// doubt says that the round's outcome cannot be known.
func (a *attempt) doubt(why action.Reason) {
	a.owns = false
	a.plugin.store.Update(a.id, func(r action.Record) (action.Record, bool) {
		return action.Doubt(r, a.owner, why, a.vm.now())
	}, a.ended)
}

// ended is told how the ending was written. A record that another attempt holds by now is not this one's to end.
func (a *attempt) ended(_ store.Entry, err error) {
	if err != nil && !errors.Is(err, store.ErrNotApplied) {
		proxywasm.LogErrorf("the end of a call could not be recorded; it stays pending: %v", err)
	}
}

// fault is told that this filter failed while it handled the attempt. A callout that is on its way still ends the round.
func (a *attempt) fault() {
	if a.owns && !a.detached {
		a.doubt(action.FilterFault)
	}
}

// streamEnded is told that the client's exchange is over; details say how.
func (a *attempt) streamEnded(details string) {
	if a.owns && !a.detached {
		a.doubt(endReason(details))
		a.vm.metrics.outcome(outcomeInDoubt)
	}
}
