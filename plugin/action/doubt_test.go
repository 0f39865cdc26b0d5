package action

import "testing"

// retrying is an attempt under a policy that lets rounds in doubt be dispatched again.
func retrying() Attempt {
	a := attempt()
	a.RetryDoubt = true
	return a
}

func doubtedRecord(why Reason) Record {
	r := record(InDoubt)
	r.Reason = why
	return r
}

func TestRetryOfDoubts(t *testing.T) {
	continued, owner := second(t)
	later, _ := Doubt(continued, owner, ClientLeft, start)
	lost := func(a *Attempt) { a.Lost = func(Owner) bool { return true } }
	for _, c := range []struct {
		name   string
		record Record
		change func(*Attempt)
		want   Verdict
	}{
		{"a round in doubt is dispatched again", doubtedRecord(ClientLeft), nil, Dispatch},
		{"not where the policy says nothing", doubtedRecord(ClientLeft), func(a *Attempt) { a.RetryDoubt = false }, Unknown},
		{"not with other arguments", doubtedRecord(ClientLeft), func(a *Attempt) { a.Fingerprint = other }, Conflict},
		{"not while its owner may come back", doubtedRecord(OwnerLost), nil, Unknown},
		{"but when it stays away", doubtedRecord(OwnerLost), lost, Dispatch},
		{"a pending round of a lost owner too", record(Pending), lost, Dispatch},
		{"a later round by its own continuation", later, func(a *Attempt) { a.Asked, a.State = answer1, state0 }, Dispatch},
		{"not by a call of an earlier round", later, nil, Unknown},
		{"not past the attempts that are allowed", doubtedRecord(ClientLeft), func(a *Attempt) { a.MaxAttempts = 1 }, TooMany},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := retrying()
			if c.change != nil {
				c.change(&a)
			}
			v, r := Decide(c.record, a, start)
			if v != c.want {
				t.Fatalf("got %v; want %v", v, c.want)
			}
			if v == Dispatch && (r.State != Pending || r.Owner != mine || r.Round != c.record.Round || r.Attempts != c.record.Attempts+1) {
				t.Fatalf("got %+v; want the same round pending, and one more attempt", r)
			}
		})
	}
}

func TestADoubtOutlivesARetryThatWasNotExecuted(t *testing.T) {
	_, r := Decide(doubtedRecord(ClientLeft), retrying(), start)
	r, ok := Release(r, mine, start)
	if !ok || r.State != InDoubt || r.Reason != ClientLeft || r.Fingerprint != asked {
		t.Fatalf("got %+v, %v; want the doubt that was there", r, ok)
	}
	if v, _ := Decide(r, retrying(), start); v != Dispatch {
		t.Fatalf("got %v; want another try", v)
	}
}

func TestARetryAfterALostOwnerCanBeReleasedAndTriedAgain(t *testing.T) {
	a := retrying()
	a.Lost = func(o Owner) bool { return o == theirs }
	_, r := Decide(record(Pending), a, start)
	r, _ = Release(r, mine, start)
	if v, _ := Decide(r, a, start); v != Dispatch {
		t.Fatalf("got %v; want another try, since the first owner is gone for good", v)
	}
}

func TestARetryThatIsSettledIsDone(t *testing.T) {
	_, r := Decide(doubtedRecord(ClientLeft), retrying(), start)
	r, ok := Settle(r, mine, Outcome{Class: Result, Stored: true}, Mark{}, start)
	if !ok || r.State != Done || r.Reason != NoReason {
		t.Fatalf("got %+v, %v; want done", r, ok)
	}
}

func TestTheFormerOwnerOfARetriedRoundIsNotHeard(t *testing.T) {
	_, r := Decide(doubtedRecord(ClientLeft), retrying(), start)
	if _, ok := Settle(r, theirs, Outcome{Class: Result}, Mark{}, start); ok {
		t.Fatal("the former owner settled a round that is another's")
	}
}
