package host

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"
)

// worker is a thread of the gateway: its loop, and the VMs on it. All but the loop is touched there only.
type worker struct {
	engine      *engine
	loop        *loop
	log         func(Level, string)
	vms         map[*plugin]*vm // by module and VM configuration
	roots       map[*chain]*root
	streams     map[*stream]bool // also those of VMs that have ended
	refusesGETs bool             // the gateway shuts down
	opened      uint64           // streams
	tried       time.Duration    // when a VM was last started in place of a dead one
}

// reloadBackoff is the least time between two starts of a VM in place of a dead one.
const reloadBackoff = 100 * time.Millisecond

func newWorker(e *engine) *worker {
	return &worker{engine: e, loop: newLoop(e.manual), log: e.options.Log, vms: map[*plugin]*vm{}, roots: map[*chain]*root{}, streams: map[*stream]bool{}}
}

// add starts the filter for a chain: in the VM that has the same module and VM configuration, or in a new one.
func (w *worker) add(c *chain) (err error) {
	w.loop.do(func() {
		var r *root
		if r, err = w.start(c); err == nil {
			w.roots[c] = r
		}
	})
	return err
}

func (w *worker) start(c *chain) (*root, error) {
	v := w.vms[c.plugin]
	if v == nil || v.dead {
		var err error
		if v, err = newVM(w, c.plugin); err != nil {
			return nil, err
		}
		w.vms[c.plugin] = v
	}
	r, err := v.rootOf(c.configuration)
	if err != nil && len(v.contexts) == 0 {
		v.close()
	}
	return r, err
}

// rootOf is the filter for a new stream of a chain, or nil when the chain is gone. In place of a dead VM another is started
// (FailReload), unless one was tried a moment ago: then the stream meets the dead one.
func (w *worker) rootOf(c *chain) *root {
	r, now := w.roots[c], w.engine.clock.now()
	if r == nil || !r.vm.dead || w.engine.options.FailurePolicy != FailReload || w.tried > 0 && now-w.tried < reloadBackoff {
		return r
	}
	w.tried = now
	fresh, err := w.start(c)
	if err != nil {
		w.log(LevelError, "a VM that ended cannot be replaced: "+err.Error())
		return r
	}
	w.log(LevelWarn, "a VM that ended was replaced")
	w.roots[c] = fresh
	return fresh
}

// remove ends a chain: its streams are cut, and its root is let go. A VM that has no other root ends with it.
func (w *worker) remove(c *chain) {
	for _, s := range slices.Backward(w.inOrder()) {
		if s.chain == c {
			s.flags |= flagDownstreamGone
			s.abort("downstream_local_disconnect(filter_chain_is_being_removed)")
		}
	}
	if w.engine.removed != nil {
		w.engine.removed(w, c)
	}
	r := w.roots[c]
	if r == nil {
		return // the gateway has shut down meanwhile
	}
	delete(w.roots, c)
	r.release()
	if v := r.vm; len(v.roots) == 0 {
		v.close()
		if w.vms[v.plugin] == v {
			delete(w.vms, v.plugin)
		}
	}
}

// inOrder are the streams by age.
func (w *worker) inOrder() []*stream {
	return slices.SortedFunc(maps.Keys(w.streams), func(a, b *stream) int { return cmp.Compare(a.number, b.number) })
}

// cutGETs ends the streams that no timeout ends, now and as they come.
func (w *worker) cutGETs() {
	w.refusesGETs = true
	for _, s := range w.inOrder() {
		if s.origin.isGET {
			s.abort("downstream_local_disconnect")
		}
	}
}

// finish tells the filter that it is done, and waits for what it has open.
func (w *worker) finish(ctx context.Context) error {
	var open []*root
	w.loop.do(func() {
		for c, r := range w.roots {
			delete(w.roots, c)
			r.release()
			open = append(open, r)
		}
	})
	for _, r := range open {
		select {
		case <-r.done:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// close cuts the streams, and ends the VMs and the loop.
func (w *worker) close() {
	w.loop.post(func() {
		for _, s := range w.inOrder() {
			s.abort("downstream_local_disconnect")
		}
		for _, v := range w.vms {
			v.close()
		}
	})
	w.loop.close()
}
