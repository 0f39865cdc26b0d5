package host

import "sync"

// loop runs what is posted to it, one at a time and in order, on one goroutine: Envoy's dispatcher. Everything of a
// worker, its VM and its streams, is touched on its loop only.
type loop struct {
	mu     sync.Mutex
	wake   *sync.Cond
	queue  []func()
	closed bool
	ended  chan struct{} // closed when the goroutine has ended
}

func newLoop() *loop {
	l := &loop{ended: make(chan struct{})}
	l.wake = sync.NewCond(&l.mu)
	go l.run()
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

// do runs f on the loop and returns when it has run.
func (l *loop) do(f func()) {
	done := make(chan struct{})
	l.post(func() { defer close(done); f() })
	select {
	case <-done:
	case <-l.ended:
	}
}

// close ends the loop when all that was posted before has run.
func (l *loop) close() {
	l.mu.Lock()
	l.closed = true
	l.wake.Signal()
	l.mu.Unlock()
	<-l.ended
}

func (l *loop) run() {
	defer close(l.ended)
	for {
		batch, open := l.next()
		for _, f := range batch {
			f()
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
