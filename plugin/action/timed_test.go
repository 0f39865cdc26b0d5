package action

import (
	"testing"
	"time"
)

func TestAgeOfTimedKeys(t *testing.T) {
	const skew = 5000
	now := Now{Mono: start.Mono, Wall: 1_000_000_000}
	retention := kept.Milliseconds()
	old := now.Wall - 10*retention
	for _, c := range []struct {
		name       string
		record     Record
		key, store int64
		want       Verdict
		why        Reason
	}{
		{"a key that tells nothing is claimed", Record{}, 0, now.Wall, Dispatch, NoReason},
		{"a key younger than the store is claimed", Record{}, now.Wall, old, Dispatch, NoReason},
		{"just past the store's birth and the skew", Record{}, now.Wall, now.Wall - skew, Dispatch, NoReason},
		{"within the skew of the store's birth", Record{}, now.Wall, now.Wall - skew + 1, Unknown, StoreYounger},
		{"before the store's birth", Record{}, now.Wall - 1, now.Wall, Unknown, StoreYounger},
		{"as old as the retention allows", Record{}, now.Wall - retention + skew, old, Dispatch, NoReason},
		{"older", Record{}, now.Wall - retention + skew - 1, old, Expired, NoReason},
		{"a record counts, whatever the age", record(Done), old, old, Replay, NoReason},
		{"also a released one", record(Released), old, now.Wall, Dispatch, NoReason},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := attempt()
			a.Birth = Birth{Key: c.key, Store: c.store, Skew: skew * time.Millisecond}
			v, r := Decide(c.record, a, now)
			if v != c.want || v == Unknown && r.Reason != c.why {
				t.Fatalf("got %v, %v; want %v, %v", v, r.Reason, c.want, c.why)
			}
			if v == Unknown && r.State != Absent || v == Expired && r != c.record {
				t.Fatalf("got %+v; want nothing written", r)
			}
		})
	}
}

// A record ends by its retention only: from then on every key it can have had is too old.
func TestATimedKeyNeverRunsAgainAfterItsRecordHasEnded(t *testing.T) {
	a := attempt()
	claimed := Now{Mono: start.Mono, Wall: 1_000_000_000}
	for _, ahead := range []int64{-5000, 0, 5000} { // the sender's clock, within the skew
		a.Birth = Birth{Key: claimed.Wall + ahead, Store: 1, Skew: 5 * time.Second}
		_, r := Decide(Record{}, a, claimed)
		r, _ = Settle(r, mine, Outcome{Stored: true}, Mark{}, claimed)
		gone := Now{Mono: claimed.Mono + kept + 1, Wall: claimed.Wall + kept.Milliseconds() + 1}
		if v, _ := Decide(r, a, gone); v != Expired {
			t.Errorf("sender's clock %d ms ahead: got %v; want expired", ahead, v)
		}
	}
}

func TestATaskIsReplayedOnlyToAClientThatKnowsTasks(t *testing.T) {
	r := record(Done)
	r.Outcome.Class = Task
	a := attempt()
	if v, next := Decide(r, a, start); v != Undeclared || next != r {
		t.Fatalf("got %v; want undeclared, and nothing written", v)
	}
	a.Tasks = true
	if v, _ := Decide(r, a, start); v != Replay {
		t.Fatalf("got %v; want a replay", v)
	}
}
