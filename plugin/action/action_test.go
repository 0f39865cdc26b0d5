package action

import (
	"testing"
	"time"
)

var (
	mine   = Owner{Slot: 1, Incarnation: 1, Call: 1}
	theirs = Owner{Slot: 1, Incarnation: 1, Call: 2}
	asked  = Digest{1}
	other  = Digest{2}
	start  = Now{Mono: time.Hour, Wall: 1_000_000}
	kept   = 24 * time.Hour
)

func attempt() Attempt {
	return Attempt{Owner: mine, Fingerprint: asked, Retention: kept, MaxAttempts: 5, MaxWaiters: 2,
		Lost: func(Owner) bool { return false }}
}

func record(state State) Record {
	r := Record{State: state, Owner: theirs, Attempts: 1, FirstSeen: 900_000, Changed: start.Mono, Retention: kept}
	if state != Released {
		r.Fingerprint = asked
	}
	if state == Done || state == Open {
		r.Outcome = Outcome{Class: Result, Stored: true}
	}
	return r
}

func TestDecisionTable(t *testing.T) {
	notKept := record(Done)
	notKept.Outcome.Stored = false
	for _, c := range []struct {
		name   string
		record Record
		change func(*Attempt)
		want   Verdict
		next   State
	}{
		{"absent is claimed", Record{}, nil, Dispatch, Pending},
		{"released is claimed", record(Released), nil, Dispatch, Pending},
		{"released is claimed with other arguments", record(Released), func(a *Attempt) { a.Fingerprint = other }, Dispatch, Pending},
		{"pending is in progress", record(Pending), nil, InProgress, Pending},
		{"pending is waited for", record(Pending), func(a *Attempt) { a.Wait = true }, Wait, Pending},
		{"pending of a lost owner is in doubt", record(Pending), func(a *Attempt) { a.Lost = func(o Owner) bool { return o == theirs } }, Unknown, InDoubt},
		{"other arguments conflict before they wait", record(Pending), func(a *Attempt) { a.Wait, a.Fingerprint = true, other }, Conflict, Pending},
		{"done replays", record(Done), nil, Replay, Done},
		{"open replays", record(Open), nil, Replay, Open},
		{"done without its body is committed", notKept, nil, Committed, Done},
		{"in doubt stays in doubt", record(InDoubt), nil, Unknown, InDoubt},
		{"other arguments conflict while pending", record(Pending), func(a *Attempt) { a.Fingerprint = other }, Conflict, Pending},
		{"other arguments conflict with done", record(Done), func(a *Attempt) { a.Fingerprint = other }, Conflict, Done},
		{"other arguments conflict with open", record(Open), func(a *Attempt) { a.Fingerprint = other }, Conflict, Open},
		{"other arguments conflict with in doubt", record(InDoubt), func(a *Attempt) { a.Fingerprint = other }, Conflict, InDoubt},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := attempt()
			if c.change != nil {
				c.change(&a)
			}
			verdict, next := Decide(c.record, a, start)
			if verdict != c.want || next.State != c.next {
				t.Fatalf("got %v, %v; want %v, %v", verdict, next.State, c.want, c.next)
			}
		})
	}
}

func TestClaimWritesWhoAndWhat(t *testing.T) {
	_, r := Decide(Record{}, attempt(), start)
	want := Record{State: Pending, Fingerprint: asked, Owner: mine, Attempts: 1, FirstSeen: start.Wall, Changed: start.Mono, Retention: kept}
	if r != want {
		t.Fatalf("got %+v; want %+v", r, want)
	}
}

func TestClaimOfReleasedKeepsFirstSeenAndCount(t *testing.T) {
	_, r := Decide(record(Released), attempt(), start)
	if r.FirstSeen != 900_000 || r.Attempts != 2 || r.Owner != mine || r.Fingerprint != asked {
		t.Fatalf("got %+v", r)
	}
}

func TestReplayCountsNothing(t *testing.T) {
	if _, r := Decide(record(Done), attempt(), start); r != record(Done) {
		t.Fatalf("a replay changed the record to %+v", r)
	}
}

func TestRefusalsCountUntilTooMany(t *testing.T) {
	a := attempt()
	a.Fingerprint = other
	r := record(Done)
	for n := uint32(2); n <= a.MaxAttempts; n++ {
		var v Verdict
		if v, r = Decide(r, a, start); v != Conflict || r.Attempts != n {
			t.Fatalf("got %v, %d attempts; want conflict, %d", v, r.Attempts, n)
		}
	}
	v, after := Decide(r, a, start)
	if v != TooMany || after != r {
		t.Fatalf("got %v, %+v; want too_many and no write", v, after)
	}
	if v, _ := Decide(r, attempt(), start); v != Replay {
		t.Fatalf("got %v; want a replay, which is not capped", v)
	}
}

func TestReleasedTriesAreCapped(t *testing.T) {
	r := record(Released)
	r.Attempts = 5
	if v, next := Decide(r, attempt(), start); v != TooMany || next != r {
		t.Fatalf("got %v, %+v; want too_many", v, next)
	}
}

func TestRetentionEndsAnythingButPending(t *testing.T) {
	for _, state := range []State{Released, Pending, Open, Done, InDoubt} {
		at := Now{Mono: start.Mono + kept}
		if got := record(state).Live(at).State; got != state {
			t.Errorf("%v at the end of its retention is %v", state, got)
		}
		at.Mono++
		want := Absent
		if state == Pending {
			want = Pending
		}
		if got := record(state).Live(at).State; got != want {
			t.Errorf("%v past its retention is %v; want %v", state, got, want)
		}
	}
}

func TestExpiredRecordIsClaimedAnew(t *testing.T) {
	a := attempt()
	a.Fingerprint = other
	v, r := Decide(record(InDoubt), a, Now{Mono: start.Mono + kept + 1, Wall: 7})
	if v != Dispatch || r.Attempts != 1 || r.FirstSeen != 7 {
		t.Fatalf("got %v, %+v; want a first claim", v, r)
	}
}

func TestExpiresIsCountedFromTheLastChange(t *testing.T) {
	now := Now{Mono: start.Mono + time.Hour, Wall: 5_000_000}
	if got, want := record(Done).Expires(now), int64(5_000_000)+23*time.Hour.Milliseconds(); got != want {
		t.Fatalf("got %d; want %d", got, want)
	}
}

func owned(state State) Record {
	r := record(state)
	r.Owner = mine
	return r
}

func TestEndings(t *testing.T) {
	later := Now{Mono: start.Mono + time.Minute}
	result := Outcome{Class: Result, Stored: true}
	settle := func(out Outcome) func(Record, Owner) (Record, bool) {
		return func(r Record, o Owner) (Record, bool) { return Settle(r, o, out, Mark{9}, later) }
	}
	release := func(r Record, o Owner) (Record, bool) { return Release(r, o, later) }
	doubt := func(r Record, o Owner) (Record, bool) { return Doubt(r, o, ClientLeft, later) }
	for _, c := range []struct {
		name string
		end  func(Record, Owner) (Record, bool)
		from State
		want State // Absent: does not apply
	}{
		{"settle ends pending", settle(result), Pending, Done},
		{"late settle ends in doubt", settle(result), InDoubt, Done},
		{"settle does not change done", settle(result), Done, Absent},
		{"settle does not change released", settle(result), Released, Absent},
		{"input_required opens", settle(Outcome{Class: InputRequired, Stored: true}), Pending, Open},
		{"release ends pending", release, Pending, Released},
		{"release does not undo a doubt", release, InDoubt, Absent},
		{"release does not undo done", release, Done, Absent},
		{"doubt ends pending", doubt, Pending, InDoubt},
		{"doubt does not change done", doubt, Done, Absent},
	} {
		t.Run(c.name, func(t *testing.T) {
			next, ok := c.end(owned(c.from), mine)
			if ok != (c.want != Absent) {
				t.Fatalf("applied: %v", ok)
			}
			if !ok {
				if next != owned(c.from) {
					t.Fatalf("an ending that does not apply changed the record to %+v", next)
				}
				return
			}
			if next.State != c.want || next.Changed != later.Mono {
				t.Fatalf("got %v at %v; want %v at %v", next.State, next.Changed, c.want, later.Mono)
			}
		})
		t.Run(c.name+", but not by a stranger", func(t *testing.T) {
			if next, ok := c.end(owned(c.from), theirs); ok || next != owned(c.from) {
				t.Fatalf("a stranger changed the record to %+v", next)
			}
		})
	}
}

func TestReleasedRecordIsKeptTenMinutesAtMost(t *testing.T) {
	if r, _ := Release(owned(Pending), mine, start); r.Retention != 10*time.Minute {
		t.Errorf("kept for %v; want 10m", r.Retention)
	}
	brief := owned(Pending)
	brief.Retention = time.Minute
	if r, _ := Release(brief, mine, start); r.Retention != time.Minute {
		t.Errorf("kept for %v; want its own 1m", r.Retention)
	}
}

func TestFingerprintSurvivesEveryEndingButRelease(t *testing.T) {
	r, _ := Settle(owned(Pending), mine, Outcome{Class: Result}, Mark{}, start)
	d, _ := Doubt(owned(Pending), mine, ClientLeft, start)
	o, _ := Settle(owned(Pending), mine, Outcome{Class: InputRequired}, Mark{9}, start)
	for _, r := range []Record{r, d, o} {
		if r.Fingerprint != asked {
			t.Errorf("%v lost its fingerprint", r.State)
		}
	}
	if o.Input != (Mark{9}) {
		t.Error("an open round lost the state that its continuation must bring")
	}
	if released, _ := Release(owned(Pending), mine, start); released.Fingerprint != (Digest{}) {
		t.Error("a released record still binds the next claim")
	}
}
