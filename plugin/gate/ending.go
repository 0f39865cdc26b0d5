package gate

import (
	"errors"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"

	"mcponce/plugin/action"
	"mcponce/plugin/mcp"
	"mcponce/plugin/reply"
	"mcponce/plugin/store"
)

var doubts = map[mcp.Proof]action.Reason{
	mcp.Cancelled:  action.Cancelled,
	mcp.Repeated:   action.Retried,
	mcp.StatusOnly: action.HTTPStatus,
	mcp.CodeOnly:   action.ErrorCode,
	mcp.Cut:        action.AnswerCut,
	mcp.Unreadable: action.AnswerEncoded,
	mcp.Nothing:    action.NoAnswer,
}

// conclude ends the round by what the server answered, and names the attempt's outcome.
func (a *attempt) conclude(from *answer) string {
	injectFault(a.stream, "answered")
	found, size := from.body.Answer()
	switch proof := mcp.Judge(from.status, found, from.body.Cut(), from.sends, a.tool.Outcomes); proof {
	case mcp.Executed:
		a.settle(from, found, size)
		injectFault(a.stream, "recorded")
		return outcomeExecuted
	case mcp.NotExecuted:
		a.release()
		return outcomeReleased
	default:
		a.doubt(doubts[proof])
		return outcomeInDoubt
	}
}

// settle records the outcome. size is that of the whole message.
func (a *attempt) settle(from *answer, found mcp.Answer, size int) {
	out := action.Outcome{Class: class(found), Size: uint32(size)}
	var body []byte
	if found.Kind != mcp.Unread {
		digest := mcp.Digest(found.Value)
		copy(out.Digest[:], digest[:])
		out.Size, out.Stored = uint32(len(found.Value)), true
		outcome := reply.Outcome{Status: from.status, IsError: found.Kind == mcp.ErrorAnswer,
			Headers: a.plugin.config.KeptHeaders(from.headers), Value: found.Value}
		if found.TTL > 0 {
			outcome.Ends = a.vm.host.Monotonic() + found.TTL
		}
		body = outcome.Encode()
	}
	a.write(body, func(r action.Record) (action.Record, bool) {
		return action.Settle(r, a.try.Owner, out, mark(found.State), a.vm.now())
	})
}

func class(found mcp.Answer) action.Class {
	switch {
	case found.Kind == mcp.Unread:
		return action.Unread
	case found.Kind == mcp.ErrorAnswer:
		return action.RPCError
	case found.InputRequired:
		return action.InputRequired
	case found.Task:
		return action.Task
	case found.IsError:
		return action.ToolError
	default:
		return action.Result
	}
}

// release gives the round back: nothing was executed.
func (a *attempt) release() {
	a.write(nil, func(r action.Record) (action.Record, bool) {
		return action.Release(r, a.try.Owner, a.vm.now())
	})
}

// doubt says that the round's outcome cannot be known.
func (a *attempt) doubt(why action.Reason) {
	a.write(nil, func(r action.Record) (action.Record, bool) {
		return action.Doubt(r, a.try.Owner, why, a.vm.now())
	})
}

// write ends the round that the attempt owns. What cannot be written now is tried again with each heartbeat; a record that
// another attempt holds by now is not this one's to end.
func (a *attempt) write(body []byte, step store.Step) {
	a.owns = false
	write := func(then func(error)) {
		done := func(_ store.Entry, err error) {
			if errors.Is(err, store.ErrNotApplied) {
				err = nil
			}
			then(err)
		}
		if body == nil {
			a.change(step, done)
			return
		}
		observed, woken := a.observe(step, done)
		a.plugin.store.Settle(a.entry, observed, body, woken)
	}
	write(func(err error) {
		if err != nil {
			proxywasm.LogError("the end of a call cannot be recorded now; it is tried again: " + err.Error())
			a.vm.unsaved = append(a.vm.unsaved, write)
		}
	})
}

// change is the store's Update of the attempt's record.
func (a *attempt) change(step store.Step, then func(store.Entry, error)) {
	step, then = a.observe(step, then)
	a.plugin.store.Update(a.id, step, then)
}

// observe follows a change of the attempt's record: a change of state is logged, and if the round ends with it, whoever
// waits for that is woken.
func (a *attempt) observe(step store.Step, then func(store.Entry, error)) (store.Step, func(store.Entry, error)) {
	var before action.Record
	return func(r action.Record) (action.Record, bool) {
			before = r
			return step(r)
		}, func(e store.Entry, err error) {
			if err == nil && (before.State != e.State || before.Owner != e.Owner) {
				a.log(e.Record)
				if before.State == action.Pending {
					a.vm.wake(before.Waiters, a.id)
				}
			}
			then(e, err)
		}
}

// failed is told that this filter failed while it handled the attempt. A callout that is on its way still ends the round.
func (a *attempt) failed() {
	a.delist()
	a.answer = nil
	if a.lane != nil {
		a.lane.tells = false
	}
	if a.owns && !a.detached {
		a.doubt(action.FilterFault)
	}
	a.toStream()
	a.refuse(reply.Refusal{Kind: reply.Internal})
}

// streamEnded is told that the client's exchange is over.
func (a *attempt) streamEnded() {
	if a.waits() {
		a.leave()
	}
	if a.owns && !a.detached {
		details := property("response", "code_details")
		a.count(outcomeInDoubt)
		a.doubt(endReason(details))
	}
	if a.detached && !a.counted {
		a.stream.note("mcponce", "carried_on") // counted when its callout ends
	}
	if a.lane != nil {
		a.endLane()
	}
	a.stream = nil
}
