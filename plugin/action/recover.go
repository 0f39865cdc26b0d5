package action

// A call without a key cannot say of which action it is another attempt. Where the policy lets it, it is taken for one of an
// earlier call if that one asked for the same and its client never got the outcome: whoever asks for the same again then has,
// in all likelihood, lost the answer. An outcome is given to one client. Calls whose client got an answer are never joined,
// so that who means to act twice acts twice.
//
// Each record is about one call; several stand side by side, since identical calls may run at the same time.

// AdoptOrphan is Adopt for an attempt that looks for a call whose client has left, and for nothing else.
func AdoptOrphan(r Record, a Attempt, now Now) (Verdict, Record) {
	if r = r.Live(now); !r.orphan(a) {
		return Elsewhere, r
	}
	return Adopt(r, a, now)
}

// Adopt says what an attempt without a key is told, and which record replaces r. Where nothing is to be known of an earlier
// call any more, it claims.
func Adopt(r Record, a Attempt, now Now) (Verdict, Record) {
	r = r.Live(now)
	switch {
	case !r.holdsFingerprint(), r.Delivered:
		v, r := claim(Record{}, a, now)
		r.Client = a.Client
		return v, r
	case r.Client == a.Client: // it has adopted this one before, or made it
	case r.orphan(a):
		r.Client = a.Client
	case a.Grace:
		return Wait, r // unmarked: the tick looks after it
	default:
		return Elsewhere, r
	}
	if r.State == Pending && a.Lost(r.Owner) {
		r, _ = Doubt(r, r.Owner, OwnerLost, now)
	}
	switch r.State {
	case Pending:
		if !a.Wait {
			return InProgress, r
		}
		r.Waiters |= 1 << a.Owner.Slot
		return Wait, r
	case InDoubt:
		return Unknown, r
	default:
		return told(r, a)
	}
}

// orphan: nobody is there for the outcome, which was not delivered.
func (r Record) orphan(a Attempt) bool {
	return r.holdsFingerprint() && !r.Delivered && r.Client != a.Client && (r.Client == (Owner{}) || a.Lost(r.Client))
}

// Deliver says that the client got the outcome, or was told that it is in doubt. It answers false when the outcome is not
// that client's.
func Deliver(r Record, client Owner) (Record, bool) {
	if r.Client != client || !r.holdsFingerprint() || r.State == Pending {
		return r, false
	}
	r.Delivered = true
	return r, true
}

// Abandon says that the client has left without the outcome. It answers false when the outcome is not that client's.
func Abandon(r Record, client Owner) (Record, bool) {
	if r.Client != client || !r.holdsFingerprint() || r.Delivered {
		return r, false
	}
	r.Client = Owner{}
	return r, true
}
