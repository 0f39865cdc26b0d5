package host

import (
	"fmt"
	"time"
)

// root is a root context of a VM: the filter with one configuration. Streams, ticks and callouts belong to one.
type root struct {
	vm            *vm
	id            uint32
	configuration []byte
	uses          int // chains that have it

	tick       *timer
	tickPeriod time.Duration
	callouts   map[uint32]*callout
	failure    failure       // of the last callout that failed
	configures bool          // proxy_on_configure runs
	done       chan struct{} // closed when the root is gone, or its VM
}

// rootOf is the VM's root with the configuration. It is made if there is none.
func (v *vm) rootOf(configuration string) (*root, error) {
	r := v.roots[configuration]
	if r == nil {
		r = &root{vm: v, id: v.nextID(), configuration: []byte(configuration), callouts: map[uint32]*callout{}, done: make(chan struct{})}
		v.roots[configuration], v.contexts[r.id] = r, r
		if err := r.start(); err != nil {
			delete(v.roots, configuration)
			r.drop()
			return nil, err
		}
	}
	r.uses++
	return r, nil
}

func (r *root) start() error {
	v, id := r.vm, uint64(r.id)
	if _, ok := v.call(r.id, v.exports.contextCreate, id, 0); !ok {
		return fmt.Errorf("the plugin fails to make its root context")
	}
	if result, ok := v.call(r.id, v.exports.vmStart, id, uint64(len(v.plugin.vmConfiguration))); !ok || v.exports.vmStart != nil && result == 0 {
		return fmt.Errorf("the plugin does not start: proxy_on_vm_start failed")
	}
	r.configures = true
	defer func() { r.configures = false }()
	if result, ok := v.call(r.id, v.exports.configure, id, uint64(len(r.configuration))); !ok || v.exports.configure != nil && result == 0 {
		return fmt.Errorf("the plugin refuses its configuration")
	}
	return nil
}

// setTick takes milliseconds; 0 stops the tick.
func (r *root) setTick(period uint32) {
	r.tick.stop()
	r.tick, r.tickPeriod = nil, time.Duration(period)*time.Millisecond
	if period > 0 {
		r.armTick()
	}
}

func (r *root) armTick() { r.tick = r.vm.gateway.clock.after(r.vm.loop, r.tickPeriod, r.onTick) }

func (r *root) onTick() {
	armed := r.tick
	if r.vm.dead || armed == nil {
		return
	}
	r.vm.call(r.id, r.vm.exports.tick, uint64(r.id))
	if !r.vm.dead && r.tick == armed {
		r.armTick()
	}
}

// release is told that a chain has let go of the root. The last one ends it: proxy_on_done, and, at once or when the filter
// says proxy_done, proxy_on_delete. Until then it ticks and its callouts go on.
func (r *root) release() {
	if r.uses--; r.uses > 0 || r.vm.dead {
		return
	}
	v, configuration := r.vm, string(r.configuration)
	delete(v.roots, configuration)
	if former := v.ending[configuration]; former != nil {
		former.drop() // Envoy keeps one of a configuration: it forgets the former's callouts
	}
	v.ending[configuration] = r
	if result, ok := v.call(r.id, v.exports.done, uint64(r.id)); !ok || result != 0 || v.exports.done == nil {
		r.finished()
	}
}

// finished is told that the filter is done with the root.
func (r *root) finished() {
	if v := r.vm; v.ending[string(r.configuration)] == r {
		delete(v.ending, string(r.configuration))
		v.call(r.id, v.exports.delete, uint64(r.id))
		r.drop()
	}
}

// drop forgets the root without a word to the filter. Its callouts are cut.
func (r *root) drop() {
	r.tick.stop()
	for _, c := range r.callouts {
		c.request.cancel()
	}
	r.callouts = nil
	delete(r.vm.contexts, r.id)
	r.ended()
}

func (r *root) ended() {
	select {
	case <-r.done:
	default:
		close(r.done)
	}
}
