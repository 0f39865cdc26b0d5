package host

import "sync"

// gate is where whoever reads a message from a connection waits while the stream wants no more of it.
type gate struct {
	mu     sync.Mutex
	moved  *sync.Cond
	isShut bool
}

func newGate() *gate {
	g := &gate{}
	g.moved = sync.NewCond(&g.mu)
	return g
}

func (g *gate) shut() { g.set(true) }

func (g *gate) open() { g.set(false) }

func (g *gate) set(shut bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.isShut = shut
	g.moved.Broadcast()
}

func (g *gate) wait() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.isShut {
		g.moved.Wait()
	}
}
