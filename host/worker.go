package host

import (
	"context"
	"math/rand/v2"
	"time"
)

// worker is a thread of the gateway: its loop and the VM on it.
type worker struct {
	gateway *Gateway
	loop    *loop
	vm      *vm
	streams map[*stream]bool // also those of VMs that have ended
	tried   time.Duration    // when a new VM was last started, on the monotonic clock
}

// reloadBackoff is the least time between two starts of a VM, up to twice as long at random.
const reloadBackoff = 100 * time.Millisecond

// newWorker starts a loop and a VM on it.
func newWorker(g *Gateway) (*worker, error) {
	w := &worker{gateway: g, loop: newLoop(), streams: map[*stream]bool{}}
	var err error
	w.loop.do(func() { w.vm, err = newVM(g, w.loop) })
	if err != nil {
		w.loop.close()
		return nil, err
	}
	return w, nil
}

// current is the VM for a new stream. In place of a dead one another is started (FAIL_RELOAD), unless one was tried a
// moment ago: then the stream meets the dead one, and is answered 503.
func (w *worker) current() *vm {
	now := w.gateway.clock.monotonic()
	if !w.vm.dead || w.tried > 0 && now-w.tried < reloadBackoff+rand.N(reloadBackoff) {
		return w.vm
	}
	w.tried = now
	fresh, err := newVM(w.gateway, w.loop)
	if err != nil {
		w.gateway.options.Log(LevelError, "a VM that ended cannot be replaced: "+err.Error())
		return w.vm
	}
	w.gateway.options.Log(LevelWarn, "a VM that ended was replaced")
	w.vm = fresh
	return fresh
}

// finish tells the filter that it is done, and waits for what it has open.
func (w *worker) finish(ctx context.Context) error {
	var v *vm
	w.loop.do(func() { v = w.vm; v.finish() })
	select {
	case <-v.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close cuts the streams, and ends the VM and the loop.
func (w *worker) close() {
	w.loop.post(func() {
		for s := range w.streams {
			s.abort("downstream_local_disconnect")
		}
		w.vm.close()
	})
	w.loop.close()
}
