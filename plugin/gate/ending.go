package gate

import (
	"crypto/sha256"
	"errors"
	"strconv"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"

	"mcponce/plugin/action"
	"mcponce/plugin/jsonrpc"
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

func newExchange(headers mcp.Headers, attempts, maxResult int) exchange {
	status, _ := strconv.Atoi(headers.Get(":status"))
	length, err := strconv.ParseInt(headers.Get("content-length"), 10, 64)
	if err != nil {
		length = -1
	}
	return exchange{status: status, headers: headers, attempts: attempts,
		body: mcp.NewCollector(headers.Get("content-type"), length, maxResult)}
}

var doubts = map[mcp.Proof]action.Reason{
	mcp.Cancelled:  action.Cancelled,
	mcp.Repeated:   action.Retried,
	mcp.StatusOnly: action.HTTPStatus,
	mcp.Nothing:    action.NoAnswer,
}

// conclude ends the round by what the server answered, and names the attempt's outcome.
func (a *attempt) conclude(x exchange) string {
	answer, size := x.body.Answer()
	switch proof := mcp.Judge(x.status, answer, x.attempts); proof {
	case mcp.Executed:
		a.settle(x, answer, size)
		return outcomeExecuted
	case mcp.NotExecuted:
		a.release()
		return outcomeReleased
	default:
		why := doubts[proof]
		if proof == mcp.Nothing && x.body.Cut() {
			why = action.AnswerCut
		}
		a.doubt(why)
		return outcomeInDoubt
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
	a.write("done", body, func(r action.Record) (action.Record, bool) {
		return action.Settle(r, a.try.Owner, out, answer.State, a.vm.now())
	})
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
	a.write("released", nil, func(r action.Record) (action.Record, bool) {
		return action.Release(r, a.try.Owner, a.vm.now())
	})
}

// doubt says that the round's outcome cannot be known.
func (a *attempt) doubt(why action.Reason) {
	a.write("in doubt, "+why.String(), nil, func(r action.Record) (action.Record, bool) {
		return action.Doubt(r, a.try.Owner, why, a.vm.now())
	})
}

// write ends the round that the attempt owns. What cannot be written now is tried again with each heartbeat; a record that
// another attempt holds by now is not this one's to end.
func (a *attempt) write(what string, body []byte, step store.Step) {
	a.owns = false
	a.log(what)
	write := func(then func(saved bool)) {
		done := func(_ store.Entry, err error) { then(err == nil || errors.Is(err, store.ErrNotApplied)) }
		if body == nil {
			a.change(step, done)
			return
		}
		observed, woken := a.observe(step, done)
		a.plugin.store.Settle(a.entry, observed, body, woken)
	}
	write(func(saved bool) {
		if !saved {
			proxywasm.LogError("the end of a call cannot be recorded now; it is tried again")
			a.vm.unsaved = append(a.vm.unsaved, write)
		}
	})
}

// change is the store's Update of the attempt's record. If the round ends with it, whoever waits for that is woken.
func (a *attempt) change(step store.Step, then func(store.Entry, error)) {
	step, then = a.observe(step, then)
	a.plugin.store.Update(a.id, step, then)
}

func (a *attempt) observe(step store.Step, then func(store.Entry, error)) (store.Step, func(store.Entry, error)) {
	var before action.Record
	return func(r action.Record) (action.Record, bool) {
			before = r
			return step(r)
		}, func(e store.Entry, err error) {
			if err == nil && before.State == action.Pending && e.State != action.Pending {
				a.vm.wake(before.Waiters, a.id)
			}
			then(e, err)
		}
}

// failed is told that this filter failed while it handled the attempt. A callout that is on its way still ends the round.
func (a *attempt) failed() {
	a.delist()
	if a.owns && !a.detached {
		a.doubt(action.FilterFault)
	}
	a.toStream()
	a.end(reply.Refusal{Code: jsonrpc.CodeInternal})
}

// streamEnded is told that the client's exchange is over; details say how.
func (a *attempt) streamEnded(details string) {
	if a.try.WaitsFor != (action.Owner{}) {
		a.leave()
	}
	if a.owns && !a.detached {
		a.count(outcomeInDoubt)
		a.doubt(endReason(details))
	}
	a.stream = nil
}
