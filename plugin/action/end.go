package action

import "time"

// Settle records the outcome of the round that o owns. It answers false, and changes nothing, when o does not own the
// round: another attempt's record is never touched. An owner whose round was put in doubt may still settle it, also after an
// operator has resolved the doubt.
//
// input names the outcome's requestState, zero when it has none; only an InputRequired outcome uses it.
func Settle(r Record, o Owner, out Outcome, input Mark, now Now) (Record, bool) {
	switch {
	case r.ownedBy(o):
	case r.Undone.Owner == o:
		r = r.redone()
	default:
		return r, false
	}
	r = r.ended(now)
	r.State, r.Outcome, r.Reason, r.Input, r.Before = Done, out, NoReason, Mark{}, Before{}
	if out.Class == InputRequired {
		r.State, r.Input = Open, input
	}
	return r, true
}

// releasedRetention bounds how long a released record is kept. Nothing was executed, so all that is lost with it is the
// count of attempts; and calls that a server refuses cannot fill the store.
const releasedRetention = 10 * time.Minute

// Release gives the round back: it is proved, or contracted, not executed. A later round goes back to the one before, which is
// open again; one that was in doubt before it was dispatched again stays in doubt. Release answers false when o does not own
// the round. It is for rounds that are still pending; what was once in doubt stays so until its outcome is known.
func Release(r Record, o Owner, now Now) (Record, bool) {
	if r.State != Pending || r.Owner != o {
		return r, false
	}
	if r.Reason != NoReason {
		r = r.ended(now)
		r.State = InDoubt
		return r, true
	}
	if r.Round > 0 {
		r = r.ended(now)
		r.State, r.Owner, r.Asked, r.Before = Open, r.Before.Owner, r.Before.Asked, Before{}
		r.Round--
		r.Attempts++
		return r, true
	}
	return Record{
		State:     Released,
		Attempts:  r.Attempts,
		FirstSeen: r.FirstSeen,
		Changed:   now.Mono,
		Retention: min(r.Retention, releasedRetention),
	}, true
}

// Doubt says that the outcome of the round that o owns cannot be known. It answers false when o does not own a pending
// round.
func Doubt(r Record, o Owner, why Reason, now Now) (Record, bool) {
	if r.State != Pending || r.Owner != o {
		return r, false
	}
	r = r.ended(now)
	r.State, r.Reason = InDoubt, why
	return r, true
}

// ended takes the waiters off a record whose round has ended: whoever writes it wakes them.
func (r Record) ended(now Now) Record {
	r.Changed, r.Waiters, r.Waiting = now.Mono, 0, 0
	return r
}

func (r Record) ownedBy(o Owner) bool {
	unknown := r.State == Pending || r.State == InDoubt || r.State == Done && r.Outcome.Class == Resolved
	return unknown && r.Owner == o
}
