package store_test

import (
	"testing"
	"time"

	"mcponce/host/shareddata"
	"mcponce/plugin/action"
	"mcponce/plugin/store"
)

func TestVMsTakeDistinctSlotsUntilAllAreInUse(t *testing.T) {
	data := host{shareddata.New(shareddata.Envoy)}
	for want := range uint32(action.Slots) {
		if slot, incarnation, ok := store.NewRoster(data).Seat(0); !ok || slot != want || incarnation != 1 {
			t.Fatalf("got slot %d, incarnation %d, %v; want slot %d, incarnation 1", slot, incarnation, ok, want)
		}
	}
	if slot, _, ok := store.NewRoster(data).Seat(0); ok {
		t.Fatalf("a further VM took slot %d", slot)
	}
}

func TestSeatIsTakenOnce(t *testing.T) {
	r := store.NewRoster(host{shareddata.New(shareddata.Envoy)})
	r.Seat(0)
	if slot, incarnation, ok := r.Seat(time.Hour); !ok || slot != 0 || incarnation != 1 {
		t.Fatalf("got slot %d, incarnation %d, %v; want the seat that it has", slot, incarnation, ok)
	}
}

func TestRetiredAndAbandonedSlotsAreTakenAgain(t *testing.T) {
	data := host{shareddata.New(shareddata.Envoy)}
	retiring, silent, alive := store.NewRoster(data), store.NewRoster(data), store.NewRoster(data)
	retiring.Seat(0)
	silent.Seat(0)
	alive.Seat(0)
	retiring.Retire()
	alive.Beat(7, 50*time.Second, time.Second)
	for _, want := range []uint32{0, 1, 3} {
		slot, incarnation, ok := store.NewRoster(data).Seat(61 * time.Second)
		wantIncarnation := uint32(2)
		if want == 3 {
			wantIncarnation = 1
		}
		if !ok || slot != want || incarnation != wantIncarnation {
			t.Fatalf("got slot %d, incarnation %d, %v; want slot %d, incarnation %d", slot, incarnation, ok, want, wantIncarnation)
		}
	}
	if silent.Beat(7, 62*time.Second, time.Second) {
		t.Fatal("a VM moved the heartbeat of a slot that another has taken")
	}
	if slot, _, ok := silent.Seat(62 * time.Second); !ok || slot != 4 {
		t.Fatalf("got slot %d, %v; want a new one", slot, ok)
	}
}

func TestOwnerIsLostOnlyAfterFiveObservationsWithoutHeartbeat(t *testing.T) {
	data := host{shareddata.New(shareddata.Envoy)}
	owner, observer := store.NewRoster(data), store.NewRoster(data)
	slot, incarnation, _ := owner.Seat(0)
	token := action.Owner{Slot: slot, Incarnation: incarnation, Call: 1}
	observe := func(n int) {
		for range n {
			observer.Observe(time.Second)
		}
	}
	if observer.Lost(token) {
		t.Fatal("lost before any observation")
	}
	observe(5)
	owner.Beat(7, 0, time.Second)
	if observe(5); observer.Lost(token) {
		t.Fatal("lost after a heartbeat and four observations without one")
	}
	if observe(1); !observer.Lost(token) {
		t.Fatal("not lost after five observations without a heartbeat")
	}
	owner.Beat(7, 0, time.Second)
	if observe(1); observer.Lost(token) {
		t.Fatal("lost although its heart beats again")
	}
}

func TestEarlierIncarnationIsLostAndLaterOneIsNot(t *testing.T) {
	data := host{shareddata.New(shareddata.Envoy)}
	first, observer := store.NewRoster(data), store.NewRoster(data)
	first.Seat(0)
	observer.Observe(time.Second)
	first.Retire()
	store.NewRoster(data).Seat(0)
	if observer.Lost(action.Owner{Slot: 0, Incarnation: 2}) {
		t.Error("a VM that is younger than the last observation is lost")
	}
	observer.Observe(time.Second)
	if !observer.Lost(action.Owner{Slot: 0, Incarnation: 1}) {
		t.Error("the slot's earlier holder is not lost")
	}
	if observer.Lost(action.Owner{Slot: 0, Incarnation: 2}) {
		t.Error("the slot's present holder is lost")
	}
}

func TestRetiredVMIsLostAndHasNoQueue(t *testing.T) {
	data := host{shareddata.New(shareddata.Envoy)}
	r, observer := store.NewRoster(data), store.NewRoster(data)
	slot, incarnation, _ := r.Seat(0)
	r.Beat(7, 0, time.Second)
	if queue, ok := observer.Queue(slot); !ok || queue != 7 {
		t.Fatalf("got queue %d, %v; want 7", queue, ok)
	}
	r.Retire()
	observer.Observe(time.Second)
	if _, ok := observer.Queue(slot); ok || !observer.Lost(action.Owner{Slot: slot, Incarnation: incarnation}) {
		t.Fatal("a retired VM has a queue, or is not lost")
	}
}

func TestVMWithASlowerTickIsGivenItsOwnTime(t *testing.T) {
	data := host{shareddata.New(shareddata.Envoy)}
	slow, observer := store.NewRoster(data), store.NewRoster(data)
	slot, incarnation, _ := slow.Seat(0)
	slow.Beat(7, 0, 10*time.Second)
	token := action.Owner{Slot: slot, Incarnation: incarnation}
	observer.Observe(time.Second)
	for range 49 {
		observer.Observe(time.Second)
	}
	if observer.Lost(token) {
		t.Error("lost within five periods of its own")
	}
	if observer.Observe(time.Second); !observer.Lost(token) {
		t.Error("not lost after five periods of its own")
	}
}
