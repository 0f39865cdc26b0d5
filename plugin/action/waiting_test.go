package action

import "testing"

func TestWaitersAreOnRecordOncePerOwnerAndBounded(t *testing.T) {
	a := attempt()
	a.Wait, a.Owner.Slot = true, 5
	v, r := Decide(record(Pending), a, start)
	if v != Wait || r.Waiting != 1 || r.Waiters != 1<<5 || r.Attempts != 1 {
		t.Fatalf("got %v, %+v; want one uncounted waiter on slot 5", v, r)
	}
	a.WaitsFor = theirs
	if v, again := Decide(r, a, start); v != Wait || again != r {
		t.Fatalf("got %v, %+v; want the same record", v, again)
	}
	a.WaitsFor = mine // an earlier owner, which released: this one is waited for anew
	if _, r = Decide(r, a, start); r.Waiting != 2 {
		t.Fatalf("%d waiting; want 2", r.Waiting)
	}
	if v, _ := Decide(r, a, start); v != InProgress {
		t.Fatalf("got %v past the bound; want in_progress", v)
	}
}

func TestWaiterThatGivesUpIsTakenOffAndCounted(t *testing.T) {
	r := record(Pending)
	r.Waiting, r.Waiters = 2, 1
	a := attempt()
	a.WaitsFor = theirs
	v, r := Decide(r, a, start)
	if v != InProgress || r.Waiting != 1 || r.Attempts != 2 {
		t.Fatalf("got %v, %+v; want in_progress, counted, one waiter left", v, r)
	}
}

func TestLeaveTouchesOnlyTheRoundThatWasWaitedFor(t *testing.T) {
	r := record(Pending)
	r.Waiting = 1
	if next, ok := Leave(r, theirs); !ok || next.Waiting != 0 {
		t.Errorf("got %d, %v; want none waiting", next.Waiting, ok)
	}
	if _, ok := Leave(r, mine); ok {
		t.Error("a waiter for another owner was taken off")
	}
	if _, ok := Leave(record(Done), theirs); ok {
		t.Error("a waiter was taken off a round that has ended")
	}
}

func TestEveryEndingTakesTheWaitersOff(t *testing.T) {
	pending := owned(Pending)
	pending.Waiting, pending.Waiters = 3, 5
	settled, _ := Settle(pending, mine, Outcome{Class: Result}, Mark{}, start)
	released, _ := Release(pending, mine, start)
	doubted, _ := Doubt(pending, mine, ClientLeft, start)
	for _, r := range []Record{settled, released, doubted} {
		if r.Waiting != 0 || r.Waiters != 0 {
			t.Errorf("%v has waiters", r.State)
		}
	}
}
