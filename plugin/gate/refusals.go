package gate

import (
	"encoding/hex"

	"mcponce/plugin/action"
	"mcponce/plugin/reply"
)

var verdictKinds = map[action.Verdict]reply.Kind{
	action.InProgress: reply.InProgress,
	action.Committed:  reply.Committed,
	action.Unknown:    reply.InDoubt,
	action.Conflict:   reply.Conflict,
	action.TooMany:    reply.TooMany,
	action.Expired:    reply.Expired,
	action.Undeclared: reply.Undeclared,
}

// refusal says what is known of the action. A conflict tells nothing of the first payload.
func (a *attempt) refusal(v action.Verdict, r action.Record) reply.Refusal {
	refusal := reply.Refusal{Kind: verdictKinds[v], Action: a.shortID(), FirstSeen: r.FirstSeen, Attempts: int(r.Attempts)}
	switch v {
	case action.InProgress:
		refusal.RetryAfter = a.tool.RetryAfter
		return refusal // its retention has not begun
	case action.Unknown:
		refusal.Reason = r.Reason.String()
		refusal.MayBecomeKnown = r.Reason == action.OwnerLost && a.lane == nil
		switch r.Reason {
		case action.UnknownRound:
			refusal.Detail = "the call continues an earlier round of which the gateway has no record"
		case action.StoreYounger:
			refusal.Detail = "the key was made before the gateway began to keep the records that it has"
			refusal.SafeIfFirst = true
		}
	case action.Expired:
		refusal.SafeIfFirst = true
	case action.Conflict:
		if a.try.Asked != (action.Mark{}) && (r.State == action.Released || r.Fingerprint == a.try.Fingerprint) {
			refusal.Kind, refusal.Reason = reply.Continuation, "continuation"
		}
	case action.Committed:
		refusal.Outcome, refusal.Size = r.Outcome.Class.String(), int(r.Outcome.Size)
		if r.Outcome.Class != action.Unread {
			refusal.Digest = hex.EncodeToString(r.Outcome.Digest[:])
		}
	}
	if r.State != action.Absent && r.State != action.Pending {
		refusal.Expires = r.Expires(a.vm.now())
	}
	return refusal
}

// doubted puts the record in doubt and says so.
func (a *attempt) doubted(why action.Reason) reply.Refusal {
	a.doubt(why)
	refusal := a.refusal(action.Unknown, a.entry.Record)
	refusal.Reason = why.String()
	return refusal
}

// unreachable gives the round back, since it was proved not sent, and says so.
func (a *attempt) unreachable() reply.Refusal {
	a.release()
	if a.entry.Reason != action.NoReason { // the round was in doubt before, and still is
		refusal := a.refusal(action.Unknown, a.entry.Record)
		refusal.RetryAfter = a.tool.RetryAfter
		return refusal
	}
	return reply.Refusal{Kind: reply.Unreachable, Action: a.shortID(), FirstSeen: a.entry.FirstSeen, Attempts: int(a.entry.Attempts),
		RetryAfter: a.tool.RetryAfter}
}
