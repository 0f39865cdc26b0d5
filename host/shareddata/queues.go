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
	dialect Dialect

	mu     sync.Mutex
	ids    map[queueName]uint32
	queues []*queue // by id - 1
}

type queueName struct{ vmID, name string }

type queue struct {
	items [][]byte
	wake  func(id uint32)
}

// NewQueues returns no queues. A host of the dialect None can have none: every call fails with ErrUnavailable.
func NewQueues(d Dialect) *Queues { return &Queues{dialect: d, ids: map[queueName]uint32{}} }

// Register makes the queue, or finds it, and has wake called with its id for each item from now on. wake must not block.
func (q *Queues) Register(vmID, name string, wake func(id uint32)) (id uint32, err error) {
	if q.dialect == None {
		return 0, ErrUnavailable
	}
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
	return id, nil
}

// Resolve returns the id of a queue. Errors: ErrNotFound, ErrUnavailable.
func (q *Queues) Resolve(vmID, name string) (id uint32, err error) {
	if q.dialect == None {
		return 0, ErrUnavailable
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	id, found := q.ids[queueName{vmID, name}]
	if !found {
		return 0, ErrNotFound
	}
	return id, nil
}

// Enqueue appends a copy of the item and wakes the registrant. Errors: ErrNotFound, ErrUnavailable.
func (q *Queues) Enqueue(id uint32, item []byte) error {
	if q.dialect == None {
		return ErrUnavailable
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	queue := q.at(id)
	if queue == nil {
		return ErrNotFound
	}
	queue.items = append(queue.items, append([]byte(nil), item...))
	queue.wake(id)
	return nil
}

// Dequeue takes the oldest item. Errors: ErrNotFound, ErrEmpty, ErrUnavailable.
func (q *Queues) Dequeue(id uint32) ([]byte, error) {
	if q.dialect == None {
		return nil, ErrUnavailable
	}
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
