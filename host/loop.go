package host

import "sync"

// loop runs what is posted to it, one at a time and in order: Envoy's dispatcher. Everything of a worker, its VM and its
// streams, is touched on its loop only. A loop runs on a goroutine of its own, or is stepped by hand.
type loop struct {
	mu     sync.Mutex
	wake   *sync.Cond
	queue  []func()
	late   []func() // touched on the loop only
	closed bool
	manual bool
	ended  chan struct{} // closed when the goroutine has ended
}

func newLoop(manual bool) *loop {
	l := &loop{manual: manual, ended: make(chan struct{})}
	l.wake = sync.NewCond(&l.mu)
	if !manual {
		go l.run()
	}
	return l
}

// post never blocks. After close it does nothing and says so.
func (l *loop) post(f func()) (open bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.queue = append(l.queue, f)
		l.wake.Signal()
	}
	return !l.closed
}

// do runs f on the loop, after all that was posted before, and returns when it has run.
func (l *loop) do(f func()) {
	done, has := make(chan struct{}), false
	l.post(func() { defer close(done); f(); has = true })
	for l.manual && !has && l.step() {
	}
	select {
	case <-done:
	case <-l.ended:
	}
}

// later has f run when what runs now has ended, before anything else. It is called on the loop.
func (l *loop) later(f func()) { l.late = append(l.late, f) }

func (l *loop) flush() {
	for ; len(l.late) > 0; l.late = l.late[1:] {
		l.late[0]()
	}
}

// step runs one of the functions posted to a loop that is stepped by hand, if there is any.
func (l *loop) step() bool {
	l.mu.Lock()
	if len(l.queue) == 0 {
		l.mu.Unlock()
		return false
	}
	f := l.queue[0]
	l.queue = l.queue[1:]
	l.mu.Unlock()
	f()
	l.flush()
	return true
}

func (l *loop) idle() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.queue) == 0
}

// close ends the loop when all that was posted before has run.
func (l *loop) close() {
	l.mu.Lock()
	if l.manual && !l.closed {
		defer close(l.ended)
	}
	l.closed = true
	l.wake.Signal()
	l.mu.Unlock()
	if !l.manual {
		<-l.ended
	}
	for l.manual && l.step() {
	}
}

func (l *loop) run() {
	defer close(l.ended)
	for {
		batch, open := l.next()
		for _, f := range batch {
			f()
			l.flush()
		}
		if !open {
			return
		}
	}
}

// next waits for work. Without any left after close, open is false.
func (l *loop) next() (batch []func(), open bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.queue) == 0 && !l.closed {
		l.wake.Wait()
	}
	batch, l.queue = l.queue, nil
	return batch, len(batch) > 0 || !l.closed
}
