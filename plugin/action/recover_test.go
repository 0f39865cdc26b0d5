package action

import (
	"testing"
	"time"
)

var (
	here  = Owner{Slot: 1, Incarnation: 1, Call: 7}
	there = Owner{Slot: 2, Incarnation: 1, Call: 8}
)

// unkeyed is an attempt without a key, with a grace left.
func unkeyed() Attempt {
	a := attempt()
	a.Client, a.Grace, a.Wait = here, true, true
	return a
}

// held is a record whose outcome belongs to a client; none for the zero client.
func held(state State, client Owner) Record {
	r := record(state)
	r.Client = client
	return r
}

func delivered(state State) Record {
	r := held(state, there)
	r.Delivered = true
	return r
}

func TestAdoption(t *testing.T) {
	lost := func(o Owner) bool { return o == there || o == theirs }
	graceless := func(a *Attempt) { a.Grace = false }
	for _, c := range []struct {
		name   string
		record Record
		change func(*Attempt)
		want   Verdict
		state  State
		client Owner
	}{
		{"absent is claimed", Record{}, nil, Dispatch, Pending, here},
		{"released is claimed", record(Released), nil, Dispatch, Pending, here},
		{"an orphan's outcome is adopted", held(Done, Owner{}), nil, Replay, Done, here},
		{"an orphan that runs is waited for", held(Pending, Owner{}), nil, Wait, Pending, here},
		{"and is in progress when that takes too long", held(Pending, Owner{}), func(a *Attempt) { a.Wait = false }, InProgress, Pending, here},
		{"an orphan in doubt is told", held(InDoubt, Owner{}), nil, Unknown, InDoubt, here},
		{"the outcome of a client on a lost VM is adopted", held(Done, there), func(a *Attempt) { a.Lost = lost }, Replay, Done, here},
		{"an orphan whose owner is lost is in doubt", held(Pending, Owner{}), func(a *Attempt) { a.Lost = lost }, Unknown, InDoubt, here},
		{"a delivered outcome is nobody else's", delivered(Done), nil, Dispatch, Pending, here},
		{"a doubt that was told lets the next one run", delivered(InDoubt), nil, Dispatch, Pending, here},
		{"beside a client that is there it waits for the grace", held(Pending, there), nil, Wait, Pending, there},
		{"also while the answer is on its way", held(Done, there), nil, Wait, Done, there},
		{"and goes elsewhere after it", held(Pending, there), graceless, Elsewhere, Pending, there},
		{"and elsewhere too from an answer on its way", held(Done, there), graceless, Elsewhere, Done, there},
		{"what it has adopted stays its own", held(Done, here), graceless, Replay, Done, here},
		{"and is waited for on", held(Pending, here), graceless, Wait, Pending, here},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := unkeyed()
			if c.change != nil {
				c.change(&a)
			}
			v, r := Adopt(c.record, a, start)
			if v != c.want || r.State != c.state || r.Client != c.client {
				t.Fatalf("got %v, %v of %v; want %v, %v of %v", v, r.State, r.Client, c.want, c.state, c.client)
			}
		})
	}
}

func TestOrphansAreLookedForFirst(t *testing.T) {
	for name, r := range map[string]Record{
		"absent": {}, "released": record(Released), "delivered": delivered(Done), "a client that is there": held(Done, there),
	} {
		if v, next := AdoptOrphan(r, unkeyed(), start); v != Elsewhere || next != r {
			t.Errorf("%s: got %v, %+v; want elsewhere and no write", name, v, next)
		}
	}
	if v, r := AdoptOrphan(held(Done, Owner{}), unkeyed(), start); v != Replay || r.Client != here {
		t.Errorf("got %v for %v; want the orphan's outcome for the attempt", v, r.Client)
	}
}

func TestAnOrphanIsAdoptedOnce(t *testing.T) {
	v, r := Adopt(held(Done, Owner{}), unkeyed(), start)
	if v != Replay {
		t.Fatalf("got %v; want a replay", v)
	}
	second := unkeyed()
	second.Client, second.Owner, second.Grace = there, theirs, false
	if v, _ := Adopt(r, second, start); v != Elsewhere {
		t.Fatalf("got %v for a second joiner; want it sent elsewhere", v)
	}
	r, ok := Deliver(r, here)
	if !ok || !r.Delivered {
		t.Fatalf("got %+v, %v; want it delivered", r, ok)
	}
	if v, _ := Adopt(r, second, start); v != Dispatch {
		t.Fatalf("got %v after the delivery; want a claim", v)
	}
}

func TestAJoinerThatLeavesGivesTheOutcomeBack(t *testing.T) {
	_, r := Adopt(held(Done, Owner{}), unkeyed(), start)
	r, ok := Abandon(r, here)
	if !ok || r != held(Done, Owner{}) {
		t.Fatalf("got %+v, %v; want the orphan as it was", r, ok)
	}
}

func TestOnlyTheClientOfAnOutcomeSpeaksForIt(t *testing.T) {
	for name, r := range map[string]Record{
		"another's": held(Done, there), "nobody's": held(Done, Owner{}), "released": record(Released), "absent": {},
	} {
		if next, ok := Deliver(r, here); ok || next != r {
			t.Errorf("%s: a delivery was written", name)
		}
		if next, ok := Abandon(r, here); ok || next != r {
			t.Errorf("%s: a leaving was written", name)
		}
	}
	if _, ok := Deliver(held(Pending, here), here); ok {
		t.Error("a call that still runs was delivered")
	}
	if _, ok := Abandon(delivered(Done), there); ok {
		t.Error("what was delivered was given back")
	}
}

func TestTheWindowEnds(t *testing.T) {
	late := Now{Mono: start.Mono + kept + time.Nanosecond}
	if v, r := Adopt(held(Done, Owner{}), unkeyed(), late); v != Dispatch || r.Client != here {
		t.Fatalf("got %v; want a claim", v)
	}
	if v, _ := Adopt(held(Pending, Owner{}), unkeyed(), late); v != Wait {
		t.Fatalf("got %v; want the call that runs waited for, however long it has", v)
	}
}
