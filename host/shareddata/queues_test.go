package shareddata

import (
	"errors"
	"testing"
)

func TestLastRegistrantIsWokenOnceForEachItem(t *testing.T) {
	q := NewQueues(Envoy)
	first, second := 0, 0
	id, err := q.Register("vm", "q", func(uint32) { first++ })
	must(t, err)
	if again, err := q.Register("vm", "q", func(uint32) { second++ }); again != id || err != nil {
		t.Fatalf("the same name has the ids %d and %d (%v); want one", id, again, err)
	}
	for _, item := range []string{"a", "b"} {
		must(t, q.Enqueue(id, []byte(item)))
	}
	if first != 0 || second != 2 {
		t.Errorf("the registrants were woken %d and %d times; want 0 and 2", first, second)
	}
	for _, want := range []string{"a", "b"} {
		if item, err := q.Dequeue(id); err != nil || string(item) != want {
			t.Errorf("got %q, %v; want %q", item, err, want)
		}
	}
	if _, err := q.Dequeue(id); !errors.Is(err, ErrEmpty) {
		t.Errorf("got %v; want ErrEmpty", err)
	}
}

func TestQueuesAreFoundByVMAndName(t *testing.T) {
	q := NewQueues(Envoy)
	id, err := q.Register("vm", "q", func(uint32) {})
	must(t, err)
	if got, err := q.Resolve("vm", "q"); err != nil || got != id {
		t.Errorf("got %d, %v; want %d", got, err, id)
	}
	for _, of := range []struct{ vm, name string }{{"other", "q"}, {"vm", "other"}} {
		if _, err := q.Resolve(of.vm, of.name); !errors.Is(err, ErrNotFound) {
			t.Errorf("%v: got %v; want ErrNotFound", of, err)
		}
	}
}

func TestUnknownQueueIsNotFound(t *testing.T) {
	q := NewQueues(Envoy)
	for _, id := range []uint32{0, 1, 7} {
		_, err := q.Dequeue(id)
		if !errors.Is(err, ErrNotFound) || !errors.Is(q.Enqueue(id, nil), ErrNotFound) {
			t.Errorf("id %d: want ErrNotFound", id)
		}
	}
}

func TestHostWithoutSharedDataHasNoQueues(t *testing.T) {
	q := NewQueues(None)
	_, registering := q.Register("vm", "q", func(uint32) {})
	_, resolving := q.Resolve("vm", "q")
	_, taking := q.Dequeue(1)
	for _, err := range []error{registering, resolving, taking, q.Enqueue(1, nil)} {
		if !errors.Is(err, ErrUnavailable) {
			t.Errorf("got %v; want ErrUnavailable", err)
		}
	}
}
