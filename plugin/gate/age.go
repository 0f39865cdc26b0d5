package gate

import "mcponce/plugin/action"

// measure tells the metrics when a retry came, by what it found: from that is seen whether retention fits the clients. An
// attempt that has waited for the end of the first one is no retry of what has ended.
func (a *attempt) measure(found action.Record, verdict action.Verdict) {
	if a.lane != nil || a.waits() {
		return
	}
	if verdict == action.Expired { // by its key alone: what there was is not known
		a.vm.metrics.late()
		return
	}
	now := a.vm.now()
	gone := found.Live(now).State == action.Absent // and nothing has swept it away yet
	nextRound := verdict == action.Dispatch && found.State == action.Open && !gone
	if !ended(found) || found.Fingerprint != a.try.Fingerprint || verdict == action.Conflict || nextRound {
		return
	}
	if gone {
		a.vm.metrics.late()
	}
	a.vm.metrics.retried(now.Mono - found.Changed)
}

// ended: the record tells of a round that is over.
func ended(r action.Record) bool {
	return r.State == action.Open || r.State == action.Done || r.State == action.InDoubt
}
