package shareddata

import (
	"errors"
	"testing"
)

func TestLastRegistrantIsWokenOnceForEachItem(t *testing.T) {
	q := NewQueues()
	first, second := 0, 0
	id := q.Register("vm", "q", func() { first++ })
	if again := q.Register("vm", "q", func() { second++ }); again != id {
		t.Fatalf("the same name has the ids %d and %d; want one", id, again)
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
	q := NewQueues()
	id := q.Register("vm", "q", func() {})
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
	q := NewQueues()
	for _, id := range []uint32{0, 1, 7} {
		_, err := q.Dequeue(id)
		if !errors.Is(err, ErrNotFound) || !errors.Is(q.Enqueue(id, nil), ErrNotFound) {
			t.Errorf("id %d: want ErrNotFound", id)
		}
	}
}
