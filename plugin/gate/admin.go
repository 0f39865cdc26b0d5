package gate

import (
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"

	"mcponce/plugin/action"
	"mcponce/plugin/mcp"
	"mcponce/plugin/reply"
	"mcponce/plugin/store"
)

const (
	operatorHeader = "x-mcponce-operator" // who resolves, for the log
	longestName    = 64                   // bytes of it
	longestOrder   = 1 << 10              // bytes of what is posted
)

// adminRequest is a request to the operator's path. The filter answers it itself, whatever it is: it never goes on to a
// server.
type adminRequest struct {
	stream *stream
	action action.Digest // that is to be resolved
	name   string        // the operator's
}

// begin answers at the headers what has no body to be read.
func (r *adminRequest) begin(rest string, end bool) types.Action {
	if !authorized(r.stream.plugin.config.Admin.Secret) {
		return r.stream.send(reply.Unauthorized())
	}
	method, query := requestHeader(":method"), ""
	_, query, _ = strings.Cut(requestHeader(":path"), "?")
	name, _ := strings.CutPrefix(rest, "/records/")
	id, named := readDigest(name)
	switch {
	case rest == "/records" && method == "GET":
		return r.list(query)
	case rest == "/records":
		return r.refuse(405, "GET is expected here")
	case !named:
		return r.refuse(404, "below the path expected are /records and /records/ with the 64 hex digits of an action")
	case method != "POST":
		return r.refuse(405, "POST is expected here")
	}
	r.action = id
	if r.name = requestHeader(operatorHeader); !visibleName(r.name) {
		return r.refuse(400, operatorHeader+" is expected, with your name in 1 to "+strconv.Itoa(longestName)+" visible ASCII characters: it is logged")
	}
	if end {
		return r.resolve(nil)
	}
	return types.ActionPause
}

// body resolves when the order is whole. size counts all bytes so far.
func (r *adminRequest) body(size int, end bool) types.Action {
	switch {
	case r.stream.answered:
		return types.ActionPause
	case size > longestOrder:
		return r.refuse(413, "an order of at most "+strconv.Itoa(longestOrder)+" bytes is expected")
	case !end:
		return types.ActionPause
	}
	order, err := proxywasm.GetHttpRequestBody(0, size)
	if err != nil {
		order = nil // without a body
	}
	return r.resolve(order)
}

// list answers with a page of records.
func (r *adminRequest) list(query string) types.Action {
	state, place, ok := readQuery(query)
	if !ok {
		return r.refuse(400, "state=, with a state of a record, and cursor=, as next of the last page, are expected of the query")
	}
	wanted := func(rec action.Record) bool { return state == "" || rec.State.String() == state }
	r.stream.plugin.store.Scan(place, wanted, func(found []store.Entry, next uint32, err error) {
		switch {
		case errors.Is(err, store.ErrNoPlace):
			r.refuse(400, "cursor= is expected to be next of the last page")
			return
		case err != nil:
			r.refuse(503, err.Error())
			return
		}
		page, now := make([]reply.Record, len(found)), r.stream.vm.now()
		for i, e := range found {
			page[i] = shown(e, now)
		}
		cursor := ""
		if next != 0 {
			cursor = strconv.Itoa(int(next))
		}
		r.stream.send(reply.Records(page, cursor))
	})
	return types.ActionPause
}

// resolve does what was posted.
func (r *adminRequest) resolve(order []byte) types.Action {
	executed, ok := readOrder(order)
	if !ok {
		return r.refuse(400, `{"resolve": "executed"} or {"resolve": "not_executed"} is expected`)
	}
	vm := r.stream.vm
	r.stream.note("mcponce_action", shortID(r.action))
	var before action.Record
	r.stream.plugin.store.Update(r.action, func(rec action.Record) (action.Record, bool) {
		before = rec.Live(vm.now())
		return action.Resolve(rec, executed, vm.now())
	}, func(e store.Entry, err error) {
		switch {
		case err == nil:
			r.audit(before, e.Record)
			r.stream.send(reply.Resolution(shown(e, vm.now())))
		case !errors.Is(err, store.ErrNotApplied):
			r.refuse(503, err.Error())
		case before.State == action.Absent:
			r.refuse(404, "there is no record of this action: its retention has ended, or the gateway was restarted since")
		default:
			r.stream.send(reply.AdminRefusal(409, "only what is in doubt can be resolved", before.State.String()))
		}
	})
	return types.ActionPause
}

// audit logs who resolved what.
func (r *adminRequest) audit(before, after action.Record) {
	r.stream.vm.metrics.resolved(after.Resolved())
	proxywasm.LogWarn(shortID(r.action) + ": " + after.State.String() + ", resolved as " + after.Resolved() + " by " + strconv.Quote(r.name) +
		"; it was in_doubt, " + before.Reason.String())
}

func (r *adminRequest) refuse(status int, text string) types.Action {
	return r.stream.send(reply.AdminRefusal(status, text, ""))
}

// authorized: the request brings the secret, once. Digests are compared, so that the time taken tells nothing of the secret or
// its length.
func authorized(secret string) bool {
	headers, err := proxywasm.GetHttpRequestHeaders()
	if err != nil {
		return false
	}
	values := mcp.Headers(headers).Values("authorization")
	if len(values) != 1 {
		return false
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	given, want := mcp.Digest([]byte(token)), mcp.Digest([]byte(secret))
	return subtle.ConstantTimeCompare(given[:], want[:]) == 1 && strings.EqualFold(scheme, "bearer")
}

// shown is what an operator sees of a record.
func shown(e store.Entry, now action.Now) reply.Record {
	id := e.ID()
	r := reply.Record{
		Action: hex.EncodeToString(id[:]), State: e.State.String(), Resolved: e.Resolved(),
		Round: int(e.Round), Attempts: int(e.Attempts),
		FirstSeen: e.FirstSeen, Changed: e.Expires(now) - e.Retention.Milliseconds(),
	}
	if e.State != action.Pending { // its retention has not begun
		r.Expires = e.Expires(now)
	}
	switch e.State {
	case action.InDoubt:
		r.Reason = e.Reason.String()
	case action.Open, action.Done:
		r.Outcome, r.Size, r.Stored = e.Outcome.Class.String(), int(e.Outcome.Size), e.Outcome.Stored
	}
	return r
}
