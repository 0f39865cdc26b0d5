package host

import (
	"context"
	"fmt"
	"time"

	"github.com/tetratelabs/wazero/api"
)

// rootContext is the id of a VM's one root context. Streams have the ids after it.
const rootContext = 1

// vm is an instance of the filter, on the loop of its worker. All of it but what newVM sets is touched there only.
type vm struct {
	gateway *Gateway
	loop    *loop
	ctx     context.Context // carries the vm to the host functions
	module  api.Module
	exports exports
	stack   [8]uint64 // of the running callback

	restricted bool // the filter starts or allocates: it may log and nothing else
	dead       bool // a trap ended it
	effective  uint32
	actions    []func() // asked for by the running callback; they are done when it has ended
	streams    map[uint32]*stream
	lastID     uint32
	metrics    []*Metric // by id - 1

	tick       *timer
	tickPeriod time.Duration

	callouts       map[uint32]*callout
	lastCallout    uint32
	calloutHeaders *headerMap // of the answer that is shown now
	calloutBody    *[]byte

	finishing bool          // proxy_on_done of the root was called
	done      chan struct{} // closed when the root is done
}

// newVM instantiates and starts the filter. The result of an error is a vm that was closed.
func newVM(g *Gateway, l *loop) (*vm, error) {
	v := &vm{gateway: g, loop: l, streams: map[uint32]*stream{}, lastID: rootContext, callouts: map[uint32]*callout{},
		restricted: true, done: make(chan struct{})}
	v.ctx = context.WithValue(context.Background(), vmKey{}, v)
	var err error
	v.module, err = g.module.instantiate(v.ctx, g.clock, func(level Level) logWriter {
		return func(line string) { g.options.Log(level, line) }
	})
	if err != nil {
		return nil, fmt.Errorf("the plugin does not initialize: %w", err)
	}
	v.restricted = false
	v.exports = exportsOf(v.module)
	if err := v.start(); err != nil {
		v.close()
		return nil, err
	}
	return v, nil
}

func (v *vm) start() error {
	if _, ok := v.call(rootContext, v.exports.contextCreate, rootContext, 0); !ok {
		return fmt.Errorf("the plugin fails to make its root context")
	}
	if result, ok := v.call(rootContext, v.exports.vmStart, rootContext, 0); !ok || v.exports.vmStart != nil && result == 0 {
		return fmt.Errorf("the plugin does not start: proxy_on_vm_start failed")
	}
	size := uint64(len(v.gateway.configuration))
	if result, ok := v.call(rootContext, v.exports.configure, rootContext, size); !ok || v.exports.configure != nil && result == 0 {
		return fmt.Errorf("the plugin refuses its configuration")
	}
	return nil
}

// call runs a callback for a context, and then what the callback asked for. A callback that the filter has not gives 0. ok
// is false when the VM is dead, or has just died.
func (v *vm) call(id uint32, callback api.Function, arguments ...uint64) (result uint64, ok bool) {
	if v.dead {
		return 0, false
	}
	if callback == nil {
		return 0, true
	}
	v.effective = id
	stack := v.stack[:max(len(arguments), 1)]
	copy(stack, arguments)
	if err := callback.CallWithStack(v.ctx, stack); err != nil {
		v.die(fmt.Errorf("%s failed: %w", callback.Definition().ExportNames()[0], err))
		return 0, false
	}
	result = stack[0] // one more callback may run before this one's result is looked at
	for len(v.actions) > 0 {
		act := v.actions[0]
		v.actions = v.actions[1:]
		act()
	}
	return result, !v.dead
}

// after has f run when the callback that runs now has ended.
func (v *vm) after(f func()) { v.actions = append(v.actions, f) }

// allocate asks the filter for memory, in the middle of a host call. The filter may log meanwhile and do nothing else.
func (v *vm) allocate(size int) (address uint32, ok bool) {
	v.restricted = true
	defer func() { v.restricted = false }()
	stack := [1]uint64{uint64(size)}
	if err := v.exports.allocate.CallWithStack(v.ctx, stack[:]); err != nil {
		panic(err)
	}
	return uint32(stack[0]), stack[0] != 0
}

// die is told of a trap. The streams of the VM learn of it with their next callback, and those that are paused never do.
func (v *vm) die(err error) {
	v.dead, v.actions = true, nil
	v.tick.stop()
	v.gateway.options.Log(LevelError, "the VM has ended: "+err.Error())
}

// stream is the effective context's, or nil for the root.
func (v *vm) stream() *stream { return v.streams[v.effective] }

// setTick takes milliseconds; 0 stops the tick.
func (v *vm) setTick(period uint32) {
	v.tick.stop()
	v.tick, v.tickPeriod = nil, time.Duration(period)*time.Millisecond
	if period > 0 {
		v.armTick()
	}
}

func (v *vm) armTick() {
	v.tick = v.gateway.clock.after(v.tickPeriod, func() { v.loop.post(v.onTick) })
}

func (v *vm) onTick() {
	armed := v.tick
	if v.dead || armed == nil {
		return
	}
	v.call(rootContext, v.exports.tick, rootContext)
	if !v.dead && v.tick == armed {
		v.armTick()
	}
}

func (v *vm) queueReady(id uint32) {
	v.call(rootContext, v.exports.queueReady, rootContext, uint64(id))
}

// finish tells the root that it is done. It may ask for time until it calls proxy_done, for callouts that are open.
func (v *vm) finish() {
	if v.finishing {
		return
	}
	v.finishing = true
	if result, ok := v.call(rootContext, v.exports.done, rootContext); !ok || result != 0 || v.exports.done == nil {
		v.finished()
	}
}

func (v *vm) finished() {
	select {
	case <-v.done:
	default:
		close(v.done)
		v.call(rootContext, v.exports.delete, rootContext)
	}
}

// close ends the VM whatever it does.
func (v *vm) close() {
	v.tick.stop()
	for _, c := range v.callouts {
		c.cancel()
	}
	v.dead = true
	_ = v.module.Close(context.Background())
}
