package action

import (
	"slices"
	"time"
)

// Digest names an action, a fingerprint or a part of a call by a cryptographic hash. The zero Digest stands for "none".
type Digest [32]byte

// Mark names a part of a call by half a digest. The zero Mark stands for "none".
type Mark [16]byte

// Owner is the token of the attempt that holds a claim. No two attempts within one store ever have equal tokens: Slot is
// the number, below Slots, that the VM took in the store, Incarnation tells apart the VMs that held that slot in turn, Call
// counts the claims tried within that VM.
type Owner struct {
	Slot        uint32
	Incarnation uint32
	Call        uint64
}

// Slots is how many VMs can take part in one store at a time.
const Slots = 64

// State is where an action stands.
type State uint8

const (
	// Absent: nothing is known, or retention has ended. It is never written to a store.
	Absent State = iota
	// Released: a round was claimed and not executed. Attempts and the times mean something; after an operator's word Undone
	// and Fingerprint too, for the round's former owner alone.
	Released
	// Pending: a round is claimed and its end is not known yet.
	Pending
	// Open: the last round ended by asking the client for input; a matching continuation claims the next round.
	Open
	// Done: the action's outcome is known.
	Done
	// InDoubt: the last round may have been executed, and nobody knows. The former owner may still settle it.
	InDoubt
)

var stateNames = [...]string{"absent", "released", "pending", "open", "done", "in_doubt"}

func (s State) String() string { return stateNames[s] }

// IsState tells whether a record can be in a state of this name.
func IsState(name string) bool { return slices.Contains(stateNames[Released:], name) }

// Record is what is kept about one action. It is comparable: two equal records mean that nothing has changed.
type Record struct {
	State State

	// Fingerprint is the digest of what round 0 asked for. It survives every change but Released, where the next claim
	// may bring another one because nothing was executed. Written by the claim.
	Fingerprint Digest

	// Round is the dispatch that is pending or ended last, counted from 0. Written by the claim.
	Round uint16

	// Owner holds the claim in Pending, held it in Open, Done and InDoubt. Only the owner ends its round. Written by the
	// claim; Release puts back the owner of the round before.
	Owner Owner

	// Asked names what the call of the round brought in answer to the round before: zero in round 0. A call that brings the
	// same is a repeat of the round, never another one. Written by the claim.
	Asked Mark

	// Input names the requestState that a continuation has to bring; zero when the outcome had none. Means something in Open,
	// and for the round before in Pending and InDoubt of a later round. Written by Settle.
	Input Mark

	// Before is the round before the one that is pending or in doubt, to which Release goes back. The outcome that is kept
	// meanwhile is that round's. Zero in every other state, and in round 0. Written by the claim.
	Before Before

	// Undone is the round that an operator found not executed: its former owner may still settle it. It is the one after Round in
	// Open, round 0 in Released. Zero in every other state. Written by Resolve; the next claim of a round ends it.
	Undone Before

	// Client is the attempt whose client is to get the outcome, in a record of calls without a key; zero when that client has
	// left. Means something in every state but Absent and Released. Such a record has one round only. Written by Adopt and
	// Abandon.
	Client Owner

	// Delivered is whether that client got the outcome, or was told that it is in doubt. Written by Deliver.
	Delivered bool

	// Attempts counts claims and counted refusals since the record was first made, or since an operator resolved its doubt.
	Attempts uint32

	// FirstSeen is the wall clock of the first claim, in milliseconds since the Unix epoch. For people; nothing is
	// decided by it.
	FirstSeen int64

	// Changed is the monotonic moment of the last change of State, shared by all threads of the host. Retention runs
	// from it.
	Changed time.Duration

	// Retention is how long the record is kept after Changed. Written by the claim from the tool's policy.
	Retention time.Duration

	// Waiters has the bit of every VM slot on which attempts wait for the present owner's end; whoever ends the round wakes
	// them. A bit may outlive its waiters. Means something in Pending. Written by Decide.
	Waiters uint64

	// Waiting counts the attempts that wait for the present owner, over all VMs; those of a VM that died are counted until
	// the round ends. Means something in Pending. Written by Decide and Leave.
	Waiting uint16

	// Reason says why the outcome cannot be known. Means something in InDoubt, and in a Pending round that was in doubt before
	// it was dispatched again.
	Reason Reason

	// Outcome describes what came back. Means something in Open and Done, and for the round before in Pending and InDoubt of
	// a later round.
	Outcome Outcome
}

// Before is what a record says of another round: the one before, or one that was undone.
type Before struct {
	Owner Owner
	Asked Mark
}

// Outcome describes what came back, without the body.
type Outcome struct {
	Class  Class
	Size   uint32   // bytes of the result or error; of the whole message where Class is Unread, 0 where it is Resolved
	Digest [16]byte // first half of the BLAKE2b-256 of the result or error; zero where Class is Unread or Resolved
	// Stored is whether the body was kept. A false value means that it was larger than the bound, or was dropped.
	Stored bool
}

// Class is the kind of an outcome.
type Class uint8

const (
	// Unread: an answer larger than the bound, or not in UTF-8, of which only the arrival is known.
	Unread Class = iota
	// Result: a JSON-RPC result.
	Result
	// ToolError: a JSON-RPC result with isError true.
	ToolError
	// RPCError: a JSON-RPC error of a code that does not prove that nothing was executed.
	RPCError
	// InputRequired: a result that asks for input (MCP 2026-07-28, multi round-trip requests).
	InputRequired
	// Task: a result that stands for a task (extension io.modelcontextprotocol/tasks of MCP 2026-07-28).
	Task
	// Resolved: an operator found that the action was executed. Nothing is known of an answer.
	Resolved
)

var classNames = [...]string{"unread", "result", "tool_error", "error", "input_required", "task", "resolved"}

func (c Class) String() string { return classNames[c] }

// Reason says why an outcome cannot be known.
type Reason uint8

const (
	NoReason       Reason = iota
	ClientLeft            // the client left, and the gateway cancelled the call with it
	GatewayTimeout        // the gateway gave up waiting
	UpstreamReset         // the connection to the server was reset after dispatch, before the answer began
	AnswerCut             // the answer ended before it was whole
	NoAnswer              // the server ended the exchange without a JSON-RPC answer
	HTTPStatus            // an HTTP status that proves nothing, without a JSON-RPC answer
	Cancelled             // the server says that the call was cancelled (−32800), which does not undo an effect
	Retried               // something below sent the call more than once
	GatewayEnded          // the gateway closed the stream (shutdown, configuration drained)
	FilterFault           // a fault in this filter while it held the claim
	OwnerLost             // the VM that held the claim is gone
	UnknownRound          // the call continues a round of which there is no record; it is never written
	OwnerGone             // the VM that held an earlier claim of this round is gone for good
	StoreYounger          // the key is older than the store, which may have known it before; it is never written
	ErrorCode             // a JSON-RPC error that proves nothing, as the tool's policy says
	AnswerEncoded         // the server compressed its answer, though it was asked not to
)

var reasonNames = [...]string{"", "client_left", "gateway_timeout", "upstream_reset", "answer_cut", "no_answer",
	"http_status", "cancelled", "retried", "gateway_ended", "filter_fault",
	"owner_lost", "unknown_round", "owner_gone", "store_younger", "error_code", "answer_encoded"}

func (r Reason) String() string { return reasonNames[r] }

// Now is the present moment: Mono on the host's monotonic clock, Wall in milliseconds since the Unix epoch.
type Now struct {
	Mono time.Duration
	Wall int64
}

// Valid tells whether the record can have been made by this package: every name in it is known.
func (r Record) Valid() bool {
	return int(r.State) < len(stateNames) && int(r.Reason) < len(reasonNames) && int(r.Outcome.Class) < len(classNames)
}

// Live returns the record, or the zero record when its retention has ended. A pending record never ends by age: only
// its owner, or whoever finds the owner lost, may end it.
func (r Record) Live(now Now) Record {
	if r.State != Pending && now.Mono-r.Changed > r.Retention {
		return Record{}
	}
	return r
}

// Resolved tells what an operator has said of the action that nobody has refuted since: "executed", "not_executed" or "".
func (r Record) Resolved() string {
	switch {
	case r.State == Done && r.Outcome.Class == Resolved:
		return "executed"
	case r.Undone != (Before{}):
		return "not_executed"
	default:
		return ""
	}
}

// Expires is the wall clock at which the record's retention ends if nothing changes, in milliseconds since the Unix
// epoch.
func (r Record) Expires(now Now) int64 {
	return now.Wall + (r.Changed + r.Retention - now.Mono).Milliseconds()
}
