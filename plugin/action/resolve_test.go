package action

import (
	"testing"
	"time"
)

var (
	later  = Now{Mono: start.Mono + time.Minute, Wall: start.Wall + 60_000}
	answer = Outcome{Class: Result, Stored: true, Size: 7}
)

func resolved(t *testing.T, r Record, executed bool) Record {
	t.Helper()
	r, ok := Resolve(r, executed, later)
	if !ok || r.Changed != later.Mono || r.Retention != kept || r.Reason != NoReason {
		t.Fatalf("got %+v, %v; want the doubt resolved, and retention from now on", r, ok)
	}
	return r
}

// secondInDoubt is a record whose round 1 is in doubt, and the owner of that round.
func secondInDoubt(t *testing.T) (Record, Owner) {
	t.Helper()
	r, owner := second(t)
	r, ok := Doubt(r, owner, ClientLeft, start)
	if !ok {
		t.Fatal("round 1 cannot be put in doubt")
	}
	return r, owner
}

func TestOnlyADoubtIsResolved(t *testing.T) {
	for _, state := range []State{Absent, Released, Pending, Open, Done} {
		for _, executed := range []bool{true, false} {
			r := record(state)
			if next, ok := Resolve(r, executed, later); ok || next != r {
				t.Errorf("%v was resolved to %+v", state, next)
			}
		}
	}
	gone := Now{Mono: start.Mono + kept + 1}
	if _, ok := Resolve(doubtedRecord(ClientLeft), true, gone); ok {
		t.Error("a doubt whose retention has ended was resolved")
	}
	for _, executed := range []bool{true, false} {
		if _, ok := Resolve(resolved(t, doubtedRecord(ClientLeft), executed), !executed, later); ok {
			t.Errorf("executed %v was resolved again", executed)
		}
	}
}

func TestAttemptsAfterAResolution(t *testing.T) {
	round1, _ := secondInDoubt(t)
	for _, c := range []struct {
		name     string
		doubt    Record
		executed bool
		try      Attempt
		want     Verdict
		state    State
		round    uint16
	}{
		{"executed is committed", doubtedRecord(ClientLeft), true, attempt(), Committed, Done, 0},
		{"not executed is claimed", doubtedRecord(ClientLeft), false, attempt(), Dispatch, Pending, 0},
		{"executed is not retried where doubts are", doubtedRecord(ClientLeft), true, retrying(), Committed, Done, 0},
		{"a later round that was executed is committed", round1, true, continuation(answer1, state0), Committed, Done, 1},
		{"also to a first call", round1, true, attempt(), Committed, Done, 1},
		{"and to another answer it is a conflict", round1, true, continuation(answer2, state0), Conflict, Done, 1},
		{"a later round that was not executed is claimed by its answer", round1, false, continuation(answer1, state0), Dispatch, Pending, 1},
		{"or by another", round1, false, continuation(answer2, state0), Dispatch, Pending, 1},
		{"a first call gets its question", round1, false, attempt(), Replay, Open, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := resolved(t, c.doubt, c.executed)
			v, r := Decide(r, c.try, later)
			if v != c.want || r.State != c.state || r.Round != c.round {
				t.Fatalf("got %v, %v, round %d; want %v, %v, round %d", v, r.State, r.Round, c.want, c.state, c.round)
			}
		})
	}
}

func TestOtherArgumentsAfterAResolution(t *testing.T) {
	a := attempt()
	a.Fingerprint = other
	if v, _ := Decide(resolved(t, doubtedRecord(ClientLeft), true), a, later); v != Conflict {
		t.Errorf("executed: got %v; want conflict", v)
	}
	if v, r := Decide(resolved(t, doubtedRecord(ClientLeft), false), a, later); v != Dispatch || r.Fingerprint != other {
		t.Errorf("not executed: got %v; want a claim for the other arguments", v)
	}
}

// A client that came too often while nobody knew is let in again.
func TestAResolutionEndsTooMany(t *testing.T) {
	r := doubtedRecord(ClientLeft)
	r.Attempts = attempt().MaxAttempts
	for executed, want := range map[bool]Verdict{true: Committed, false: Dispatch} {
		if v, _ := Decide(resolved(t, r, executed), attempt(), later); v != want {
			t.Errorf("executed %v: got %v; want %v", executed, v, want)
		}
	}
}

func TestALateSettleWinsOverAResolution(t *testing.T) {
	round1, owner1 := secondInDoubt(t)
	for _, c := range []struct {
		name     string
		doubt    Record
		owner    Owner
		executed bool
	}{
		{"executed", doubtedRecord(OwnerLost), theirs, true},
		{"not executed", doubtedRecord(OwnerLost), theirs, false},
		{"a later round, executed", round1, owner1, true},
		{"a later round, not executed", round1, owner1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			want, _ := Settle(c.doubt, c.owner, answer, Mark{}, later)
			want.Attempts = 0
			r := resolved(t, c.doubt, c.executed)
			if r.Resolved() == "" {
				t.Error("the record does not tell that an operator resolved it")
			}
			if next, ok := Settle(r, mine2, answer, Mark{}, later); ok {
				t.Fatalf("a stranger settled it: %+v", next)
			}
			got, ok := Settle(r, c.owner, answer, Mark{}, later)
			if !ok || got != want || got.Resolved() != "" {
				t.Fatalf("got  %+v, %v\nwant %+v", got, ok, want)
			}
			if _, ok := Settle(got, c.owner, answer, Mark{}, later); ok {
				t.Error("it was settled twice")
			}
		})
	}
}

var mine2 = Owner{Slot: 1, Incarnation: 1, Call: 99}

func TestALateQuestionWinsOverAResolution(t *testing.T) {
	for _, executed := range []bool{true, false} {
		doubt, owner := secondInDoubt(t)
		r, ok := Settle(resolved(t, doubt, executed), owner, asks, state1, later)
		if !ok || r.State != Open || r.Round != 1 || r.Input != state1 || r.Resolved() != "" {
			t.Errorf("executed %v: got %+v, %v; want round 1 open", executed, r, ok)
		}
		if v, _ := Decide(r, continuation(answer1, state0), later); v != Replay {
			t.Errorf("executed %v: its own answer again: %v; want its question", executed, v)
		}
	}
}

func TestALateSettleAfterANewClaimIsNotHeard(t *testing.T) {
	again := attempt()
	again.Owner = mine2
	onward := continuation(answer1, state0)
	onward.Owner = mine2
	round1, owner1 := secondInDoubt(t)
	for _, c := range []struct {
		name  string
		doubt Record
		owner Owner
		try   Attempt
	}{
		{"of the first round", doubtedRecord(OwnerLost), theirs, again},
		{"of a later round", round1, owner1, onward},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, claimed := Decide(resolved(t, c.doubt, false), c.try, later)
			if v != Dispatch || claimed.Undone != (Before{}) {
				t.Fatalf("got %v, %+v; want a claim that knows nothing of the former owner", v, claimed)
			}
			ended, _ := Settle(claimed, mine2, answer, Mark{}, later)
			released, _ := Release(claimed, mine2, later)
			doubted, _ := Doubt(claimed, mine2, ClientLeft, later)
			for _, r := range []Record{claimed, ended, released, doubted} {
				if next, ok := Settle(r, c.owner, answer, Mark{}, later); ok {
					t.Errorf("%v: the former owner settled it to %+v", r.State, next)
				}
			}
		})
	}
}

// A call without a key: its doubt is an orphan, and so is the outcome that its owner brings after all.
func TestResolutionsOfCallsWithoutAKey(t *testing.T) {
	doubt := held(InDoubt, Owner{})
	doubt.Reason = ClientLeft
	if v, _ := Adopt(resolved(t, doubt, true), unkeyed(), later); v != Committed {
		t.Errorf("executed: got %v; want committed", v)
	}
	r := resolved(t, held(InDoubt, there), false)
	if v, _ := Adopt(r, unkeyed(), later); v != Dispatch {
		t.Errorf("not executed: got %v; want a claim", v)
	}
	r, ok := Settle(r, r.Undone.Owner, answer, Mark{}, later)
	if v, _ := Adopt(r, unkeyed(), later); !ok || v != Replay {
		t.Errorf("settled late: got %v, %v; want the outcome adopted", v, ok)
	}
}
