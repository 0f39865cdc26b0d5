package action

import (
	"math"
	"time"
)

// Attempt is one call for an action, as far as the decision needs to know it.
type Attempt struct {
	Owner       Owner  // the token this attempt will hold if it claims
	Fingerprint Digest // of what is asked
	// Asked names the inputResponses and the requestState that the call brings, State its requestState alone. Without any of
	// them it is no continuation, and both are zero; State is zero for a continuation without requestState.
	Asked, State Mark
	Retention    time.Duration // of the tool's policy, written by a claim
	MaxAttempts  uint32        // claims and counted refusals allowed for one action
	Birth        Birth         // of the key
	// RetryDoubt: the tool's policy lets a round that is in doubt be dispatched again.
	RetryDoubt bool
	// Tasks: the client can handle a result that stands for a task.
	Tasks bool

	// Wait: the attempt is ready to wait for the end of a round that another attempt holds.
	Wait       bool
	MaxWaiters uint16 // attempts that may wait for one action at a time
	// WaitsFor is the owner that the attempt has been waiting for; zero when it has not.
	WaitsFor Owner
	// Lost says whether the VM that made an owner's token is gone.
	Lost func(Owner) bool

	// Client is a token for an attempt without a key, by which it is known to be there: its first Owner. Of the other fields
	// those about keys and rounds mean nothing then.
	Client Owner
	// Grace: it is ready to wait for the client of an earlier call to be found gone.
	Grace bool
}

// Birth is when a key was made, as far as that can be known.
type Birth struct {
	Key   int64         // wall clock in ms since the Unix epoch; zero when neither the key nor its sender says
	Store int64         // wall clock since when the store has kept records, in ms since the Unix epoch
	Skew  time.Duration // by which the sender's clock may be off
}

// Verdict is what an attempt is told.
type Verdict uint8

const (
	// Dispatch: the attempt now owns the round and must run it, then Settle, Release or Doubt.
	Dispatch Verdict = iota
	// Replay: the stored outcome answers the attempt.
	Replay
	// Wait: another attempt holds the round, and this one is on record as waiting for its end. It decides again then.
	Wait
	// InProgress: another attempt holds the round, and this one does not wait, or no longer.
	InProgress
	// Committed: the action was executed; its result is no longer held.
	Committed
	// Unknown: the outcome cannot be known (the record is InDoubt).
	Unknown
	// Conflict: the key names an action with other arguments, or the call continues it in a way that no round waits for.
	Conflict
	// TooMany: the action used up its attempts.
	TooMany
	// Expired: the key is so old that a record of it may have ended.
	Expired
	// Undeclared: the outcome is a task, and the attempt's client does not say that it can handle one.
	Undeclared
	// Elsewhere: another client is there for the outcome that the record is about; the attempt has to look for another record.
	Elsewhere
)

var verdictNames = [...]string{"dispatch", "replay", "wait", "in_progress", "committed", "in_doubt", "conflict", "too_many",
	"expired", "undeclared", "elsewhere"}

func (v Verdict) String() string { return verdictNames[v] }

// Decide says what the attempt is told and which record replaces r. An unchanged record needs no write.
//
// The order of the tests is the promise: a difference in what is asked is refused before anything else, in flight or
// not; only an absent or released record is ever claimed by a first call, and only an open one by the continuation that it
// waits for.
func Decide(r Record, a Attempt, now Now) (Verdict, Record) {
	r = r.Live(now)
	switch {
	case r.holdsFingerprint() && r.Fingerprint != a.Fingerprint:
		return refuse(Conflict, r, a)
	case a.Asked != (Mark{}) && !r.repeats(a):
		return continued(r, a, now)
	}
	switch r.State {
	case Absent:
		if v, why := a.Birth.forgotten(a.Retention, now); v != Dispatch {
			r.Reason = why // with Absent nothing is written
			return v, r
		}
		return claim(r, a, now)
	case Released:
		return claim(r, a, now)
	case Pending:
		return join(r, a, now)
	case InDoubt:
		return doubtful(r, a, now)
	default: // Open, Done
		return told(r, a)
	}
}

// told is for an attempt that finds the outcome known.
func told(r Record, a Attempt) (Verdict, Record) {
	switch {
	case !r.Outcome.Stored:
		return refuse(Committed, r, a)
	case r.Outcome.Class == Task && !a.Tasks:
		return Undeclared, r
	default:
		return Replay, r
	}
}

// forgotten tells of a key without a record whether there may have been one: Unknown when the store is not old enough to
// know, Expired when its retention may have ended, else Dispatch. Of a clock that is ahead the skew takes care: a key is
// taken for as old as it can be.
func (b Birth) forgotten(retention time.Duration, now Now) (Verdict, Reason) {
	skew := b.Skew.Milliseconds()
	switch {
	case b.Key == 0:
		return Dispatch, NoReason
	case b.Key < b.Store+skew:
		return Unknown, StoreYounger
	case now.Wall-b.Key > retention.Milliseconds()-skew:
		return Expired, NoReason
	default:
		return Dispatch, NoReason
	}
}

// holdsFingerprint: in Absent and Released nothing was executed, so nothing binds the next claim.
func (r Record) holdsFingerprint() bool { return r.State != Absent && r.State != Released }

// repeats: the continuation is the one that is in flight, or that ended last.
func (r Record) repeats(a Attempt) bool {
	return r.holdsFingerprint() && (r.Asked == a.Asked || r.Before.Asked == a.Asked)
}

// continued is for a continuation that is no repeat: it claims the next round if one waits for it.
func continued(r Record, a Attempt, now Now) (Verdict, Record) {
	switch {
	case r.State == Absent:
		r.Reason = UnknownRound // nobody knows which rounds there were; with Absent nothing is written
		return Unknown, r
	case r.State != Open || r.Input != a.State:
		return refuse(Conflict, r, a)
	case r.Attempts >= a.MaxAttempts || r.Round == math.MaxUint16:
		return TooMany, r
	}
	r.Before, r.Undone = Before{Owner: r.Owner, Asked: r.Asked}, Before{}
	r.State, r.Owner, r.Asked = Pending, a.Owner, a.Asked
	r.Round++
	r.Changed, r.Retention = now.Mono, a.Retention
	return Dispatch, r
}

func claim(r Record, a Attempt, now Now) (Verdict, Record) {
	if r.Attempts >= a.MaxAttempts {
		return TooMany, r
	}
	firstSeen := now.Wall
	if r.State == Released {
		firstSeen = r.FirstSeen
	}
	return Dispatch, Record{
		State:       Pending,
		Fingerprint: a.Fingerprint,
		Owner:       a.Owner,
		Attempts:    r.Attempts + 1,
		FirstSeen:   firstSeen,
		Changed:     now.Mono,
		Retention:   a.Retention,
	}
}

// join is for an attempt that finds the round in other hands: it waits, unless the owner is gone or too many wait already.
func join(r Record, a Attempt, now Now) (Verdict, Record) {
	if a.Lost(r.Owner) {
		r, _ = Doubt(r, r.Owner, OwnerLost, now)
		return doubtful(r, a, now)
	}
	counted := r.Owner == a.WaitsFor
	switch {
	case a.Wait && counted:
		return Wait, r
	case a.Wait && r.Waiting < a.MaxWaiters:
		r.Waiting++
		r.Waiters |= 1 << a.Owner.Slot
		return Wait, r
	case counted:
		r, _ = Leave(r, a.WaitsFor)
	}
	return refuse(InProgress, r, a)
}

// doubtful is for an attempt that finds the round in doubt. Where the policy says so, the same call dispatches it again, once
// its former owner cannot settle it any more. The reason stays: should it be proved that this dispatch did not execute
// anything, nothing is known of the former one yet.
func doubtful(r Record, a Attempt, now Now) (Verdict, Record) {
	gone := r.Reason != OwnerLost || a.Lost(r.Owner)
	if !a.RetryDoubt || !gone || r.Asked != a.Asked || r.Attempts >= a.MaxAttempts {
		return refuse(Unknown, r, a)
	}
	if r.Reason == OwnerLost {
		r.Reason = OwnerGone
	}
	r.State, r.Owner = Pending, a.Owner
	r.Changed, r.Retention = now.Mono, a.Retention
	r.Attempts++
	return Dispatch, r
}

// Leave takes an attempt that has been waiting for o off the record: its client has left. It answers false when there is
// nothing to take off, since the round has ended.
func Leave(r Record, o Owner) (Record, bool) {
	if r.State != Pending || r.Owner != o || r.Waiting == 0 {
		return r, false
	}
	r.Waiting--
	return r, true
}

// refuse counts the refusal, so that a client that never stops is told so and costs no more writes. Where nothing is
// kept about the action there is nothing to count on.
func refuse(v Verdict, r Record, a Attempt) (Verdict, Record) {
	if r.State == Absent {
		return v, r
	}
	if r.Attempts >= a.MaxAttempts {
		return TooMany, r
	}
	r.Attempts++
	return v, r
}
