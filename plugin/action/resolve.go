package action

// Resolve ends a doubt by the word of an operator, who has looked where the action has its effect. It answers false when the
// record is not in doubt: nobody overrules what is known, nor a round that still runs.
//
// The operator may be wrong, so the former owner can still settle its round, until another attempt claims it. Refusals that
// were counted before count no more: whoever was told that nobody knew has to be let in.
func Resolve(r Record, executed bool, now Now) (Record, bool) {
	r = r.Live(now)
	if r.State != InDoubt {
		return r, false
	}
	r = r.ended(now)
	r.Reason, r.Attempts = NoReason, 0
	if executed {
		r.State, r.Outcome, r.Input, r.Before = Done, Outcome{Class: Resolved}, Mark{}, Before{}
		return r, true
	}
	r.State, r.Undone = Released, Before{Owner: r.Owner, Asked: r.Asked}
	r.Owner, r.Asked, r.Client = r.Before.Owner, r.Before.Asked, Owner{}
	r.Before = Before{}
	if r.Round > 0 {
		r.State = Open
		r.Round--
	}
	return r, true
}

// redone is the record with the round that was undone as its newest one again, for the owner of that round.
func (r Record) redone() Record {
	if r.State == Open {
		r.Round++
	}
	r.Owner, r.Asked, r.Undone = r.Undone.Owner, r.Undone.Asked, Before{}
	return r
}
