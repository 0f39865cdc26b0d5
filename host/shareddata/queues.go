package shareddata

import (
	"errors"
	"sync"
)

// ErrEmpty: the queue has no item.
var ErrEmpty = errors.New("shared queue: empty")

// Queues are the shared queues of a host, with the rules of Envoy (proxy-wasm-cpp-host src/shared_queue.cc):
//
//   - a name keeps its id, and whoever registered it last is woken, nobody else;
//   - there is one wake-up for each item, also when an earlier one has taken several;
//   - whoever knows the id may take an item;
//   - an item stays when nobody is there to be woken.
//
// Queues are safe for concurrent use. The zero value is not ready; use NewQueues.
type Queues struct {
	mu     sync.Mutex
	ids    map[queueName]uint32
	queues []*queue // by id - 1
}

type queueName struct{ vmID, name string }

type queue struct {
	items [][]byte
	wake  func()
}

// NewQueues returns no queues.
func NewQueues() *Queues { return &Queues{ids: map[queueName]uint32{}} }

// Register makes the queue, or finds it, and has wake called for each item from now on. wake must not block.
func (q *Queues) Register(vmID, name string, wake func()) (id uint32) {
	q.mu.Lock()
	defer q.mu.Unlock()
	key := queueName{vmID, name}
	id, found := q.ids[key]
	if !found {
		q.queues = append(q.queues, &queue{})
		id = uint32(len(q.queues))
		q.ids[key] = id
	}
	q.queues[id-1].wake = wake
	return id
}

// Resolve returns the id of a queue, or ErrNotFound.
func (q *Queues) Resolve(vmID, name string) (id uint32, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	id, found := q.ids[queueName{vmID, name}]
	if !found {
		return 0, ErrNotFound
	}
	return id, nil
}

// Enqueue appends a copy of the item and wakes the registrant, or returns ErrNotFound.
func (q *Queues) Enqueue(id uint32, item []byte) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	queue := q.at(id)
	if queue == nil {
		return ErrNotFound
	}
	queue.items = append(queue.items, append([]byte(nil), item...))
	queue.wake()
	return nil
}

// Dequeue takes the oldest item, or returns ErrNotFound or ErrEmpty.
func (q *Queues) Dequeue(id uint32) ([]byte, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	queue := q.at(id)
	switch {
	case queue == nil:
		return nil, ErrNotFound
	case len(queue.items) == 0:
		return nil, ErrEmpty
	}
	item := queue.items[0]
	queue.items = queue.items[1:]
	return item, nil
}

func (q *Queues) at(id uint32) *queue {
	if id == 0 || int(id) > len(q.queues) {
		return nil
	}
	return q.queues[id-1]
}
