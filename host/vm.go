package host

import (
	"context"
	"fmt"

	"github.com/tetratelabs/wazero/api"
)

// vm is an instance of the filter, on the loop of its worker. All of it but what newVM sets is touched there only.
type vm struct {
	gateway *engine
	worker  *worker
	loop    *loop // the worker's
	plugin  *plugin
	ctx     context.Context // carries the vm to the host functions
	module  api.Module
	exports exports
	stack   [8]uint64 // of the running callback

	allowed   allowed
	dead      bool // a trap ended it, or close
	effective uint32
	running   uint32           // the context of the running callback
	stopNext  bool             // the running callback has sent a local reply
	stopped   bool             // so had the last one
	actions   []func()         // asked for by the running callback; they are done when it has ended
	lastID    uint32           // of a context
	roots     map[string]*root // by configuration; those that are done but have callouts open are not among them
	ending    map[string]*root // those
	contexts  map[uint32]*root // both, by id
	streams   map[uint32]*stream
	metrics   []*Metric // by id - 1

	lastCallout    uint32
	calloutHeaders *headerMap // of the answer that is shown now
	calloutBody    *[]byte
}

// allowed is which host functions the filter may call.
type allowed int

const (
	allowAll        allowed = iota
	allowStarting           // it initializes: no proxy-wasm function but proxy_log
	allowAllocating         // it allocates in the middle of a host call: it may log, and read the clock
)

// newVM instantiates the filter. It has no root yet.
func newVM(w *worker, p *plugin) (*vm, error) {
	v := &vm{gateway: w.engine, worker: w, loop: w.loop, plugin: p, allowed: allowStarting, roots: map[string]*root{}, ending: map[string]*root{},
		contexts: map[uint32]*root{}, streams: map[uint32]*stream{}}
	v.ctx = context.WithValue(context.Background(), vmKey{}, v)
	var err error
	if v.module, err = p.module.instantiate(v.ctx); err != nil {
		return nil, fmt.Errorf("the plugin does not initialize: %w", err)
	}
	v.allowed = allowAll
	v.exports = exportsOf(v.module)
	return v, nil
}

func (v *vm) nextID() uint32 {
	v.lastID++
	return v.lastID
}

// call runs a callback for a context, and then what the callback asked for. A callback that the filter has not gives 0. ok
// is false when the VM is dead, or has just died.
func (v *vm) call(id uint32, f callback, arguments ...uint64) (result uint64, ok bool) {
	if v.dead {
		return 0, false
	}
	if f == nil {
		return 0, true
	}
	v.effective, v.running, v.stopNext = id, id, false
	stack := v.stack[:max(len(arguments), 1)]
	copy(stack, arguments)
	if err := f.CallWithStack(v.ctx, stack); err != nil {
		v.die(fmt.Errorf("%s failed: %w", f.Definition().ExportNames()[0], err))
		return 0, false
	}
	result, stopped := stack[0], v.stopNext // more callbacks may run before these are looked at
	for len(v.actions) > 0 {
		act := v.actions[0]
		v.actions = v.actions[1:]
		act()
	}
	v.stopped = stopped
	return result, !v.dead
}

// after has f run when the callback that runs now has ended.
func (v *vm) after(f func()) { v.actions = append(v.actions, f) }

// allocate asks the filter for memory, in the middle of a host call.
func (v *vm) allocate(size int) (address uint32, ok bool) {
	v.allowed = allowAllocating
	defer func() { v.allowed = allowAll }()
	stack := [1]uint64{uint64(size)}
	if err := v.exports.allocate.CallWithStack(v.ctx, stack[:]); err != nil {
		panic(err)
	}
	return uint32(stack[0]), stack[0] != 0
}

// die is told of a trap. The streams of the VM learn of it with their next callback, and those that are paused never do.
func (v *vm) die(err error) {
	v.dead, v.actions = true, nil
	for _, r := range v.contexts {
		r.tick.stop()
		r.ended()
	}
	v.worker.log(LevelError, "the VM has ended: "+err.Error())
}

// stream is the effective context's, or nil for a root.
func (v *vm) stream() *stream { return v.streams[v.effective] }

// root is the effective context, or the root of its stream.
func (v *vm) root() *root {
	if s := v.stream(); s != nil {
		return s.root
	}
	return v.contexts[v.effective]
}

// close ends the VM whatever it does.
func (v *vm) close() {
	if v.module == nil {
		return
	}
	for _, r := range v.contexts {
		r.drop()
	}
	v.dead = true
	_ = v.module.Close(context.Background())
	v.module = nil
}
