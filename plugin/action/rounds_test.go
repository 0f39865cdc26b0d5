package action

import (
	"math"
	"testing"
)

var (
	answer1 = Mark{1} // what the client answers to round 0
	answer2 = Mark{2} // and to round 1
	state0  = Mark{10}
	state1  = Mark{11}
	asks    = Outcome{Class: InputRequired, Stored: true, Size: 1}
)

// continuation is the attempt that brings an answer and a requestState.
func continuation(asked, state Mark) Attempt {
	a := attempt()
	a.Asked, a.State = asked, state
	return a
}

// opened is a record whose round 0 has asked for input, with a requestState.
func opened() Record {
	r := record(Open)
	r.Outcome, r.Input = asks, state0
	return r
}

// second is the record whose round 1 is pending, and its owner.
func second(t *testing.T) (Record, Owner) {
	t.Helper()
	a := continuation(answer1, state0)
	v, r := Decide(opened(), a, start)
	if v != Dispatch {
		t.Fatalf("got %v; want the next round dispatched", v)
	}
	return r, a.Owner
}

func TestContinuations(t *testing.T) {
	pending, owner := second(t)
	doubted, _ := Doubt(pending, owner, ClientLeft, start)
	done, _ := Settle(pending, owner, Outcome{Class: Result, Stored: true}, Mark{}, start)
	stateless := opened()
	stateless.Input = Mark{}
	for _, c := range []struct {
		name   string
		record Record
		try    Attempt
		want   Verdict
		next   State
	}{
		{"matching claims the next round", opened(), continuation(answer1, state0), Dispatch, Pending},
		{"without state claims where none was given", stateless, continuation(answer1, Mark{}), Dispatch, Pending},
		{"with a state where none was given conflicts", stateless, continuation(answer1, state0), Conflict, Open},
		{"without the state conflicts", opened(), continuation(answer1, Mark{}), Conflict, Open},
		{"with another state conflicts", opened(), continuation(answer1, state1), Conflict, Open},
		{"of nothing is in doubt", Record{}, continuation(answer1, state0), Unknown, Absent},
		{"of a released record conflicts", record(Released), continuation(answer1, state0), Conflict, Released},
		{"of a pending first round conflicts", record(Pending), continuation(answer1, state0), Conflict, Pending},
		{"of a done action conflicts", record(Done), continuation(answer1, state0), Conflict, Done},
		{"of a doubted first round conflicts", record(InDoubt), continuation(answer1, state0), Conflict, InDoubt},
		{"in flight is in progress", pending, continuation(answer1, state0), InProgress, Pending},
		{"other than the one in flight conflicts", pending, continuation(answer2, state0), Conflict, Pending},
		{"repeated in doubt is in doubt", doubted, continuation(answer1, state0), Unknown, InDoubt},
		{"other than the doubted one conflicts", doubted, continuation(answer2, state0), Conflict, InDoubt},
		{"repeated when done replays", done, continuation(answer1, state0), Replay, Done},
		{"other than the one that is done conflicts", done, continuation(answer2, state0), Conflict, Done},
		{"a first call while a later round is in flight is in progress", pending, attempt(), InProgress, Pending},
		{"a first call after a later round replays the newest outcome", done, attempt(), Replay, Done},
	} {
		t.Run(c.name, func(t *testing.T) {
			if v, next := Decide(c.record, c.try, start); v != c.want || next.State != c.next {
				t.Fatalf("got %v, %v; want %v, %v", v, next.State, c.want, c.next)
			}
		})
	}
}

func TestContinuationWithOtherArgumentsConflicts(t *testing.T) {
	a := continuation(answer1, state0)
	a.Fingerprint = other
	if v, next := Decide(opened(), a, start); v != Conflict || next.State != Open {
		t.Fatalf("got %v, %v; want a conflict", v, next.State)
	}
}

func TestNextRoundKeepsTheOutcomeOfTheOneBefore(t *testing.T) {
	r, owner := second(t)
	want := opened()
	want.State, want.Round, want.Owner, want.Asked, want.Before = Pending, 1, owner, answer1, Before{Owner: theirs}
	if r != want {
		t.Fatalf("got  %+v\nwant %+v", r, want)
	}
}

// A later round that was proved not executed leaves the question open, as if the answer had never come. Only the try counts.
func TestReleasedLaterRoundIsOpenAgain(t *testing.T) {
	r, owner := second(t)
	r, ok := Release(r, owner, start)
	want := opened()
	want.Attempts++
	if !ok || r != want {
		t.Fatalf("got  %+v\nwant %+v", r, want)
	}
	if v, _ := Decide(r, continuation(answer1, state0), start); v != Dispatch {
		t.Errorf("the same answer again: %v; want it dispatched", v)
	}
	if v, _ := Decide(r, continuation(answer2, state0), start); v != Dispatch {
		t.Errorf("another answer: %v; want it dispatched, since the first one did nothing", v)
	}
	if v, _ := Decide(r, attempt(), start); v != Replay {
		t.Errorf("a first call: %v; want the question replayed", v)
	}
}

func TestRoundAfterRound(t *testing.T) {
	r, owner := second(t)
	r, _ = Settle(r, owner, asks, state1, start)
	if r.State != Open || r.Round != 1 || r.Input != state1 || r.Before != (Before{}) {
		t.Fatalf("got %+v; want round 1 open", r)
	}
	if v, _ := Decide(r, continuation(answer1, state0), start); v != Replay {
		t.Errorf("the answer to round 0 again: %v; want the question of round 1", v)
	}
	third := continuation(answer2, state1)
	third.Owner = Owner{Slot: 1, Incarnation: 1, Call: 3}
	v, r := Decide(r, third, start)
	if v != Dispatch || r.Round != 2 {
		t.Fatalf("got %v, round %d; want round 2 dispatched", v, r.Round)
	}
	if v, _ := Decide(r, continuation(answer1, state0), start); v != InProgress {
		t.Errorf("the answer to round 0 while round 2 runs: %v; want in_progress", v)
	}
	if _, ok := Settle(r, owner, asks, state1, start); ok {
		t.Error("the owner of round 1 ended round 2")
	}
	r, _ = Settle(r, third.Owner, Outcome{Class: Result, Stored: true}, Mark{}, start)
	if v, _ := Decide(r, continuation(answer1, state0), start); v != Conflict {
		t.Errorf("the answer to round 0 when round 2 is done: %v; want conflict", v)
	}
}

func TestReleasedLaterRoundsAreCapped(t *testing.T) {
	r := opened()
	a := continuation(answer1, state0)
	for n := r.Attempts; n < a.MaxAttempts; n++ {
		v, next := Decide(r, a, start)
		if v != Dispatch {
			t.Fatalf("try %d: %v", n, v)
		}
		r, _ = Release(next, a.Owner, start)
	}
	if v, next := Decide(r, a, start); v != TooMany || next != r {
		t.Fatalf("got %v; want too_many and no write", v)
	}
}

func TestRoundsEnd(t *testing.T) {
	r := opened()
	r.Round = math.MaxUint16
	if v, next := Decide(r, continuation(answer1, state0), start); v != TooMany || next != r {
		t.Fatalf("got %v; want too_many", v)
	}
}
