package gate

import (
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"

	"mcponce/plugin/action"
	"mcponce/plugin/mcp"
	"mcponce/plugin/policy"
	"mcponce/plugin/reply"
	"mcponce/plugin/store"
)

// maxWaiters is how many attempts may wait for one action at a time, over all VMs.
const maxWaiters = 1024

// attempt is one governed call, from its reading to its end. An inline attempt ends with its stream; a detached one with
// its callout, whether the stream is still there or not.
type attempt struct {
	vm     *VM
	plugin *plugin
	stream *stream // of the client; nil when it is gone
	governance
	callID   []byte // raw JSON-RPC id
	toolName string
	modern   bool // of MCP 2026-07-28 or later
	bodySize int  // of the request

	key      string        // "" without one
	id       action.Digest // zero when the call passes unprotected
	lane     *lane         // of an attempt without a key that looks for an identical call
	try      action.Attempt
	deadline time.Duration // until when it waits, on the monotonic clock

	entry    store.Entry   // as claimed
	owns     bool          // claimed, and not ended yet
	detached bool          // its callout is on its way
	overdue  time.Duration // when the callout must have ended, on the monotonic clock
	answer   *answer       // the server's, to an inline execution
	counted  bool          // its outcome is counted
}

func newAttempt(s *stream, call *mcp.Call, g governance, bodySize int) *attempt {
	return &attempt{vm: s.vm, plugin: s.plugin, stream: s, governance: g, callID: call.ID,
		toolName: call.Tool, modern: call.Modern(), bodySize: bodySize}
}

// begin names the action and asks for it.
func (a *attempt) begin(call *mcp.Call) types.Action {
	config, headers := a.plugin.config, a.stream.headers
	owner, ok := a.vm.owner(config.Tick)
	if !ok {
		return a.refuse(reply.Refusal{Kind: reply.Store, RetryAfter: a.tool.RetryAfter})
	}
	a.vm.metrics.attempt(owner.Slot)
	if !a.stream.headersHeld() && config.HoldHeaders == policy.HoldRequired {
		return a.refuse(reply.Refusal{Kind: reply.Store, Reason: "headers_not_held",
			Detail: "the gateway does not hold request headers; its operator has to set allow_on_headers_stop_iteration"})
	}
	key, fault := call.Key(headers, config.KeysOf(a.tool))
	if fault != nil {
		return a.refuse(reply.Refusal{Kind: reply.KindOf(fault.Code), Detail: fault.Detail})
	}
	if err := a.takeOutKey(call); err != nil {
		return a.refuse(reply.Refusal{Kind: reply.Store, Detail: "a request body that can be changed is expected of the gateway"})
	}
	if key == "" {
		return a.beginUnkeyed(call, owner)
	}
	now := a.vm.now()
	born, fault := call.Born(headers, key, a.tool.Key == policy.KeyTimed, now.Wall, config.Skew)
	if fault != nil {
		return a.refuse(reply.Refusal{Kind: reply.KindOf(fault.Code), Detail: fault.Detail})
	}
	who, ok := mcp.Principal(config.Principal, headers, readProperty)
	if !ok {
		return a.refuse(reply.Refusal{Kind: reply.NoPrincipal})
	}
	a.key, a.id = key, mcp.ActionID(mcp.Namespace(config.Namespace, headers), who, call.Tool, key)
	a.deadline = now.Mono + a.tool.Wait
	a.try = action.Attempt{Owner: owner, Fingerprint: a.fingerprint(call),
		Asked: mark(call.Asked), State: mark(call.State),
		Retention: a.tool.Retention, MaxAttempts: uint32(a.tool.MaxAttempts),
		Birth:      action.Birth{Key: born, Store: a.plugin.store.Born(), Skew: config.Skew},
		RetryDoubt: a.tool.InDoubt == policy.DoubtRetry, Tasks: call.Tasks(),
		Wait: a.tool.Wait > 0, MaxWaiters: maxWaiters, Lost: a.vm.roster.Lost}
	return a.ask()
}

// beginUnkeyed is for a call without a key.
func (a *attempt) beginUnkeyed(call *mcp.Call, owner action.Owner) types.Action {
	switch rule := a.whenUnkeyed(); {
	case a.recovers():
		return a.recover(call, owner, a.fingerprint(call))
	case rule == policy.KeyPass, rule == policy.KeyRecover: // nothing is recovered of an inline call
		a.count(outcomePassed)
		return a.forward()
	default:
		return a.refuse(reply.Refusal{Kind: reply.KeyMissing, Detail: a.keyWanted()})
	}
}

// keyWanted says what is particular about the key that a call of the tool should have had.
func (a *attempt) keyWanted() string {
	var wanted []string
	if a.tool.Advertises() {
		wanted = append(wanted, "the tool has an argument for the key, "+policy.AdvertisedName)
	}
	if a.tool.Key == policy.KeyTimed {
		wanted = append(wanted, "the key has to be a UUID of version 7 or a ULID")
	}
	return strings.Join(wanted, "; ")
}

// fingerprint is that of what the call asks for, by the tool's policy.
func (a *attempt) fingerprint(call *mcp.Call) action.Digest {
	return call.Fingerprint(a.plugin.config.KeysOf(a.tool), a.tool.Ignore)
}

// ask asks for the action and does what is decided.
func (a *attempt) ask() types.Action {
	next := types.ActionPause
	a.decide(func(verdict action.Verdict, e store.Entry, err error) {
		a.stream.note("mcponce_action", a.shortID())
		next = a.act(verdict, e, err)
	})
	return next
}

// mark is the half of a digest by which the core knows it.
func mark(digest [32]byte) action.Mark { return action.Mark(digest[:len(action.Mark{})]) }

// decide lets the core decide.
func (a *attempt) decide(then func(action.Verdict, store.Entry, error)) {
	var verdict action.Verdict
	var found action.Record
	a.change(func(r action.Record) (decided action.Record, ok bool) {
		found = r
		if a.lane != nil {
			verdict, decided = a.lane.judge(r, a.try, a.vm.now())
		} else {
			verdict, decided = action.Decide(r, a.try, a.vm.now())
		}
		return decided, true
	}, func(e store.Entry, err error) {
		if err == nil && verdict == action.Elsewhere {
			a.elsewhere()
			a.decide(then)
			return
		}
		if err == nil {
			a.measure(found, verdict)
		}
		then(verdict, e, err)
	})
}

// act does what was decided. The stream is the effective context; when the result is ActionContinue, its request has to go
// on.
func (a *attempt) act(verdict action.Verdict, e store.Entry, err error) types.Action {
	if a.lane != nil {
		a.lane.tells = verdict != action.InProgress && verdict != action.Undeclared
	}
	switch {
	case err != nil:
		proxywasm.LogError("a call was refused: " + err.Error())
		return a.refuse(reply.Refusal{Kind: reply.Store, RetryAfter: a.tool.RetryAfter})
	case verdict == action.Dispatch:
		a.entry, a.owns = e, true
		injectFault(a.stream, "claimed")
		return a.dispatch()
	case verdict == action.Wait:
		return a.enlist(e.Owner)
	case verdict == action.Replay:
		return a.replay(e)
	default:
		return a.refuse(a.refusal(verdict, e.Record))
	}
}

// replay answers with the recorded outcome.
func (a *attempt) replay(e store.Entry) (next types.Action) {
	a.plugin.store.Body(e, func(body []byte, ok bool) {
		outcome, readable := reply.DecodeOutcome(body)
		if !ok || !readable || outcome.Ends != 0 && a.vm.host.Monotonic() > outcome.Ends {
			next = a.refuse(a.refusal(action.Committed, e.Record))
			return
		}
		next = a.send(reply.Replay{
			ID:              a.callID,
			FirstSeen:       e.FirstSeen,
			Expires:         e.Expires(a.vm.now()),
			SSE:             mcp.WantsSSE(a.stream.headers),
			NeedsResultType: a.modern,
		}.Answer(outcome))
	})
	return next
}

// refuse answers the attempt with a refusal.
func (a *attempt) refuse(r reply.Refusal) types.Action {
	r.ID, r.Keyless = a.callID, a.lane != nil
	return a.send(reply.Refuse(a.plugin.config.ErrorStyle, r))
}

// send counts the attempt's outcome and sends the answer, if the client still waits for one.
func (a *attempt) send(answer reply.Answer) types.Action {
	a.count(answer.Name)
	if a.stream == nil || a.stream.answered {
		return types.ActionPause
	}
	return a.stream.send(answer)
}

// count counts how the attempt ended, once.
func (a *attempt) count(outcome string) {
	if a.counted {
		return
	}
	a.counted = true
	if a.stream != nil {
		a.stream.count(outcome)
	} else {
		a.vm.metrics.outcome(outcome)
	}
}

// log writes one line for a change of the action's state. It names the action by the beginning of its digest: nothing of
// the arguments, the key or the principal is logged.
func (a *attempt) log(r action.Record) {
	line := strconv.Quote(a.toolName) + " " + a.shortID() + ": " + r.State.String()
	if r.State == action.InDoubt {
		a.vm.metrics.doubt(r.Reason.String())
		proxywasm.LogWarn(line + ", " + r.Reason.String())
		return
	}
	proxywasm.LogInfo(line)
}

func (a *attempt) shortID() string { return shortID(a.id) }

// shortID names an action to people: in the log, in refusals and in the access log.
func shortID(id action.Digest) string { return hex.EncodeToString(id[:6]) }
