package gate

import (
	"strings"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"

	"mcponce/plugin/action"
	"mcponce/plugin/jsonrpc"
	"mcponce/plugin/mcp"
	"mcponce/plugin/policy"
	"mcponce/plugin/reply"
	"mcponce/plugin/store"
)

// attempt is one call for an action, from its claim to its end. An inline attempt ends with its stream; a detached one
// with its callout, whether the stream is still there or not.
type attempt struct {
	vm     *VM
	plugin *plugin
	call   *mcp.Call
	tool   policy.Tool
	key    string
	id     action.Digest
	owner  action.Owner

	entry    store.Entry // as claimed
	owns     bool        // claimed, and not ended yet
	detached bool
}

// whole handles the request when its body is complete.
func (s *stream) whole(size int) types.Action {
	body, err := proxywasm.GetHttpRequestBody(0, size)
	if err != nil {
		body = nil // an empty body
	}
	config := s.plugin.config
	call, fault := mcp.Read(s.headers, body, func(tool string) bool { return config.Tool(tool).Effect != policy.Read })
	switch {
	case fault != nil:
		return s.refuse(reply.Refusal{ID: fault.ID, Code: fault.Code, Detail: fault.Detail})
	case call == nil:
		return types.ActionContinue
	}
	s.call = call
	s.vm.metrics.attempts.Increment(1)
	injectFault(s, "read")
	return s.try(call, body)
}

// try names the action and claims it.
func (s *stream) try(call *mcp.Call, body []byte) types.Action {
	config := s.plugin.config
	tool := config.Tool(call.Tool)
	key, fault := call.Key(s.headers, config.Keys)
	if fault != nil {
		return s.end(call, reply.Refusal{Code: fault.Code, Detail: fault.Detail})
	}
	if key == "" {
		if tool.Key == policy.KeyPass {
			s.vm.metrics.outcome(outcomePassed)
			return s.forward("")
		}
		return s.end(call, reply.Refusal{Code: jsonrpc.CodeKeyMissing})
	}
	who, ok := mcp.Principal(s.headers, config.Principal)
	if !ok {
		return s.end(call, reply.Refusal{Code: jsonrpc.CodeNoPrincipal})
	}
	a := &attempt{vm: s.vm, plugin: s.plugin, call: call, tool: tool, key: key, owner: s.vm.owner(),
		id: mcp.ActionID(s.namespace(), who, call.Tool, key)}
	s.attempt = a
	return a.claim(s, body)
}

// end refuses an attempt that has no record.
func (s *stream) end(call *mcp.Call, r reply.Refusal) types.Action {
	r.ID = call.ID
	a := reply.Refuse(s.plugin.config.ErrorStyle, r)
	s.vm.metrics.outcome(a.Name)
	return s.send(a)
}

// namespace is the part of an action's name that the gateway gives.
func (s *stream) namespace() string {
	if s.plugin.config.Namespace != "" {
		return s.plugin.config.Namespace
	}
	path, _, _ := strings.Cut(s.headers.Get(":path"), "?")
	return strings.ToLower(s.headers.Get(":authority")) + " " + path
}

// claim lets the core decide, and does what it says.
func (a *attempt) claim(s *stream, body []byte) types.Action {
	try := action.Attempt{Owner: a.owner, Fingerprint: a.call.Fingerprint(), Continuation: a.call.Continuation,
		Retention: a.tool.Retention, MaxAttempts: uint32(a.tool.MaxAttempts)}
	var verdict action.Verdict
	next := types.ActionPause
	a.plugin.store.Update(a.id, func(r action.Record) (decided action.Record, ok bool) {
		verdict, decided = action.Decide(r, try, a.vm.now())
		return decided, true
	}, func(e store.Entry, err error) {
		switch {
		case err != nil:
			next = s.end(a.call, reply.Refusal{Code: jsonrpc.CodeStore, RetryAfter: a.tool.RetryAfter})
		case verdict == action.Dispatch:
			a.entry, a.owns = e, true
			injectFault(s, "claimed")
			next = a.dispatch(s, body)
		case verdict == action.Replay:
			next = a.replay(s, e)
		default:
			next = s.end(a.call, a.refusal(verdict, e.Record))
		}
	})
	return next
}

// replay answers with the recorded outcome.
func (a *attempt) replay(s *stream, e store.Entry) (next types.Action) {
	a.plugin.store.Body(e, func(body []byte, ok bool) {
		outcome, readable := reply.DecodeOutcome(body)
		if !ok || !readable {
			next = s.end(a.call, a.refusal(action.Committed, e.Record))
			return
		}
		a.vm.metrics.outcome(outcomeReplayed)
		next = s.send(reply.Replay{
			ID:              a.call.ID,
			FirstSeen:       e.FirstSeen,
			Expires:         e.Expires(a.vm.now()),
			SSE:             mcp.WantsSSE(s.headers),
			NeedsResultType: a.call.Modern(),
		}.Answer(outcome))
	})
	return next
}
