package gate

import (
	"encoding/binary"
	"strconv"
	"strings"
	"time"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"

	"mcponce/plugin/action"
	"mcponce/plugin/mcp"
	"mcponce/plugin/policy"
	"mcponce/plugin/reply"
	"mcponce/plugin/store"
)

// places is how many calls without a key that ask for the same can be adopted at a time. Each has a record of its own;
// beyond them a call runs under a record that no other looks for.
const places = 8

// lane is the way of an attempt without a key through the records of identical calls: first once through all of them for
// one whose client has left, then again for one that is free.
type lane struct {
	name   func(place string) action.Digest
	client action.Owner  // by which the attempt is known to be there
	grace  time.Duration // until when it waits beside a client that is there, on the monotonic clock
	asked  int           // places it has asked, over both ways
	tells  bool          // the attempt's answer says how the call ended
}

// recovers: the attempt has no key, and its tool's policy has it look for an identical call.
func (a *attempt) recovers() bool {
	return a.tool.Key == policy.KeyRecover && a.plugin.config.RunsDetached(a.tool, a.modern, a.stream.headersHeld())
}

// recover looks for an identical call whose outcome was not delivered, and runs the attempt's own if there is none.
func (a *attempt) recover(call *mcp.Call, owner action.Owner, fingerprint action.Digest) types.Action {
	headers := a.stream.headers
	who, ok := mcp.Principal(a.plugin.config.Principal, headers, readProperty)
	if !ok {
		return a.refuse(reply.Refusal{Kind: reply.NoPrincipal})
	}
	namespace := mcp.Namespace(a.plugin.config.Namespace, headers)
	now := a.vm.host.Monotonic()
	a.lane = &lane{
		name: func(place string) action.Digest {
			return mcp.LaneID(namespace, who, call.Tool, fingerprint, call.Asked, place)
		},
		client: owner,
		grace:  now + a.tool.RecoverGrace,
	}
	a.id, a.deadline = a.lane.place(), now+a.tool.Wait
	a.try = action.Attempt{Owner: owner, Client: owner, Fingerprint: fingerprint, Retention: a.tool.RecoverWindow,
		MaxAttempts: uint32(a.tool.MaxAttempts), Tasks: call.Tasks(), Wait: a.tool.Wait > 0, Lost: a.vm.roster.Lost}
	return a.ask()
}

// place is the record that the lane has come to.
func (l *lane) place() action.Digest {
	if l.asked < 2*places {
		return l.name(strconv.Itoa(l.asked % places))
	}
	own := binary.LittleEndian.AppendUint32(nil, l.client.Slot)
	own = binary.LittleEndian.AppendUint32(own, l.client.Incarnation)
	return l.name(string(binary.LittleEndian.AppendUint64(own, l.client.Call)))
}

// judge asks the core about a record of the lane.
func (l *lane) judge(r action.Record, try action.Attempt, now action.Now) (action.Verdict, action.Record) {
	if l.asked < places {
		return action.AdoptOrphan(r, try, now)
	}
	try.Grace = now.Mono < l.grace
	return action.Adopt(r, try, now)
}

// elsewhere takes the attempt to the next place of its lane.
func (a *attempt) elsewhere() {
	a.delist()
	a.lane.asked++
	a.id = a.lane.place()
}

// endLane writes whether the attempt's client has got the outcome, when its exchange is over.
func (a *attempt) endLane() {
	client := a.lane.client
	end := action.Abandon
	if a.lane.tells && strings.HasPrefix(property("response", "code_details"), reply.DetailsPrefix) {
		end = action.Deliver
	}
	a.change(func(r action.Record) (action.Record, bool) { return end(r, client) },
		func(store.Entry, error) {}) // what is not written is adopted once too often, or once too seldom
}
