package soak

import (
	"errors"
	"fmt"
)

// judge holds what the clients of an action were told against what the server executed.
func (r *run) judge(s *story) {
	for _, fault := range faults(s, r.ledger.executions(s.key, "0"), r.ledger.executions(s.key, "1")) {
		r.fault("%s (%s, modern %t, %d bytes more, lost %d): %s; told %v", s.key, s.plan, s.modern, s.padding, s.lost, fault, s.answers)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Actions++
	for _, a := range s.answers {
		name := a.kind
		if a.replay {
			name = "replayed " + name
		}
		r.report.Answers[name]++
	}
}

// faults are the breaches of the promise in one action whose rounds were executed so often.
func faults(s *story, first, second int) (all []string) {
	if first > 1 || second > 1 {
		all = append(all, fmt.Sprintf("executed %d and %d times", first, second))
	}
	receipts := map[string]map[string]bool{}
	told := false // that it was not executed, or that nobody knows
	for _, a := range s.answers {
		switch a.kind {
		case kindOutcome, kindQuestion:
			if receipts[a.kind] == nil {
				receipts[a.kind] = map[string]bool{}
			}
			receipts[a.kind][a.receipt] = true
		case kindInDoubt, kindRefused, kindUnreached, kindCommitted, kindAccepted:
		default:
			all = append(all, "an answer that this action cannot have: "+a.kind)
		}
		switch outcome := a.kind == kindOutcome || a.kind == kindQuestion || a.kind == kindCommitted; {
		case !outcome:
			told = true
		case first == 0:
			all = append(all, "an outcome without an execution")
		}
	}
	for kind, of := range receipts {
		if len(of) > 1 {
			all = append(all, fmt.Sprintf("%d different answers of kind %q", len(of), kind))
		}
	}
	if first == 0 && !told && s.lost == 0 {
		all = append(all, "not executed, and nobody was told so")
	}
	return all
}

// judgeConflict: a call with other arguments under a key that was used gets nothing but a refusal, unless the action was
// refused by the server itself, so that nothing binds its key.
func (r *run) judgeConflict(s *story, got answer) {
	if got.kind == kindConflict {
		return
	}
	if r.ledger.executions(s.key, "0") == 0 || s.plan == planRefuse {
		return
	}
	r.fault("%s (%s): other arguments were answered %v", s.key, s.plan, got)
}

// unexpected notes a connection that ended without an answer where nothing was done to it. While configurations are replaced
// Envoy closes connections, and a request that is on its way then is lost.
func (r *run) unexpected(c call, err error) {
	if errors.Is(err, errUnreadable) {
		r.fault("%s (%s): %v", c.key, c.plan, err)
	}
}
