package gate

import (
	"math"
	"strconv"
	"time"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"

	"mcponce/plugin/action"
	"mcponce/plugin/mcp"
	"mcponce/plugin/store"
)

// VM is the context of one VM: one worker thread of the gateway, or its main thread. A configuration update puts a second
// plugin context into the same VM, and drains the first; what hangs on the VM outlives it.
type VM struct {
	types.DefaultVMContext
	host    Host
	metrics *metrics
	reader  mcp.Reader

	data      store.SharedData // the host's; nil before the VM has started
	roster    *store.Roster
	claims    uint64        // claims tried, for owner tokens
	queue     uint32        // by which this VM is woken; 0 before its first heartbeat
	heartbeat time.Duration // when the heart last beat, on the monotonic clock

	plugins  map[uint32]*plugin           // those that are not done, by context id
	streams  map[uint32]*stream           // by context id
	callouts map[uint32]*attempt          // by call id
	waiting  map[action.Digest][]*attempt // by the action whose round they wait for
	unsaved  []func(then func(error))     // ends of rounds that could not be written yet
	released int                          // paused streams that the running callback has answered or let go on
}

// NewVM returns the context of a VM on a host.
func NewVM(host Host) *VM {
	return &VM{
		host:     host,
		plugins:  make(map[uint32]*plugin),
		streams:  make(map[uint32]*stream),
		callouts: make(map[uint32]*attempt),
		waiting:  make(map[action.Digest][]*attempt),
	}
}

// OnVMStart implements types.VMContext. Envoy calls it for every plugin context of the VM.
func (vm *VM) OnVMStart(int) types.OnVMStartStatus {
	if vm.data != nil {
		return types.OnVMStartStatusOK
	}
	data, err := store.Detect(sharedData{})
	if err != nil {
		proxywasm.LogCritical("mcponce: " + err.Error())
		return types.OnVMStartStatusFailed
	}
	vm.data, vm.roster, vm.metrics = data, store.NewRoster(data), newMetrics(vm.host)
	return types.OnVMStartStatusOK
}

// NewPluginContext implements types.VMContext.
func (vm *VM) NewPluginContext(id uint32) types.PluginContext { return &plugin{vm: vm, id: id} }

// owner returns a token that no other attempt has. ok is false when the store has no slot for this VM now. Its first claim
// may come before its first tick: others must be able to wake it by then.
func (vm *VM) owner(tick time.Duration) (o action.Owner, ok bool) {
	now := vm.host.Monotonic()
	if vm.queue == 0 {
		vm.beat(now, tick)
	}
	slot, incarnation, ok := vm.roster.Seat(now)
	vm.claims++
	return action.Owner{Slot: slot, Incarnation: incarnation, Call: vm.claims}, ok
}

func (vm *VM) now() action.Now {
	return action.Now{Mono: vm.host.Monotonic(), Wall: time.Now().UnixMilli()}
}

// tick is called by every plugin context's own timer. Only one of them in each period moves the heartbeat, so that another
// configuration in the same VM does not make its observations count double.
func (vm *VM) tick(own time.Duration) {
	now, period := vm.host.Monotonic(), vm.period(own)
	vm.released = 0
	if now-vm.heartbeat >= period*9/10 {
		vm.beat(now, own)
		vm.roster.Observe(period)
		vm.save()
		vm.giveUp(now)
		for _, p := range vm.plugins {
			p.store.Sweep()
		}
	}
	for id := range vm.waiting {
		vm.recheck(id)
	}
	if now == vm.heartbeat {
		for _, p := range vm.plugins { // last: what it lets go on comes when this callback ends
			p.watchHeaders()
		}
	}
}

// period is that of the VM's heartbeats: the fastest tick of its configurations. own is that of the one which asks, and may
// be done.
func (vm *VM) period(own time.Duration) time.Duration {
	if len(vm.plugins) == 0 {
		return own
	}
	fastest := time.Duration(math.MaxInt64)
	for _, p := range vm.plugins {
		fastest = min(fastest, p.config.Tick)
	}
	return fastest
}

// beat moves the heartbeat. own is the tick of the configuration that does it.
func (vm *VM) beat(now, own time.Duration) {
	vm.heartbeat = now
	for range 2 { // a VM that lost its slot takes another
		if !vm.listen(now) || vm.roster.Beat(vm.queue, now, vm.period(own)) {
			return
		}
	}
}

// listen registers the VM's queue for the effective plugin context: the host tells of items to the one that registered
// last, as long as that one is not done. It answers false when the store has no slot for this VM.
func (vm *VM) listen(now time.Duration) bool {
	slot, incarnation, ok := vm.roster.Seat(now)
	if !ok {
		return false
	}
	name := "mcponce/" + strconv.Itoa(int(slot)) + "/" + strconv.Itoa(int(incarnation))
	queue, err := proxywasm.RegisterSharedQueue(name)
	if err != nil {
		proxywasm.LogError("the queue that wakes this worker cannot be registered; its waiters are looked after by the tick: " + err.Error())
	}
	vm.queue = queue
	return true
}

// handOver has a plugin context that is left listen, and publishes its pace.
func (vm *VM) handOver() {
	for id, p := range vm.plugins {
		if proxywasm.SetEffectiveContext(id) == nil {
			vm.beat(vm.host.Monotonic(), p.config.Tick)
			return
		}
	}
}

// retire gives the VM's slot back when no configuration is left, and no callout of one.
func (vm *VM) retire() {
	if len(vm.plugins) == 0 && len(vm.callouts) == 0 {
		vm.roster.Retire()
		vm.queue = 0
	}
}

// save tries again to write the ends of rounds that could not be written.
func (vm *VM) save() {
	again := vm.unsaved
	vm.unsaved = nil
	for _, write := range again {
		write(func(err error) {
			if err != nil {
				vm.unsaved = append(vm.unsaved, write)
			}
		})
	}
}

// giveUp ends callouts that the host has forgotten.
func (vm *VM) giveUp(now time.Duration) {
	for callID, a := range vm.callouts {
		if now > a.overdue && vm.released < releasedAtOnce {
			vm.released++
			vm.endCallout(callID, func() {
				a.toStream()
				a.refuse(a.doubted(action.GatewayEnded))
			})
		}
	}
}

// OnHTTPCallResponse is told that a callout has ended.
func (vm *VM) OnHTTPCallResponse(callID uint32, numHeaders, bodySize int) {
	if a, ok := vm.callouts[callID]; ok {
		vm.endCallout(callID, func() { a.calloutEnded(numHeaders, bodySize) })
	}
}

// endCallout runs what ends the attempt's round after its callout is over.
func (vm *VM) endCallout(callID uint32, end func()) {
	a := vm.callouts[callID]
	delete(vm.callouts, callID)
	a.detached = false
	defer a.plugin.calloutEnded()
	vm.actFor(a, end)
}

// actFor runs what a callback of the plugin does for an attempt, so that a fault in it ends that attempt and no other.
func (vm *VM) actFor(a *attempt, act func()) {
	defer func() {
		if value := recover(); value != nil {
			vm.report("a callback of the plugin", value)
			a.failed()
		}
	}()
	act()
}

// OnPanic is told that a callback panicked. The stream concerned gets an error, what it owned goes in doubt, and the VM
// goes on with all its other streams.
func (vm *VM) OnPanic(contextID uint32, callback string, value any) {
	vm.report(callback, value)
	if s := vm.streams[contextID]; s != nil {
		s.failed()
	}
}

func (vm *VM) report(where string, value any) {
	proxywasm.LogError("a fault in " + where + ": " + panicText(value))
	if vm.metrics != nil { // the VM has started
		vm.metrics.panic()
	}
}

func panicText(value any) string {
	switch v := value.(type) {
	case error:
		return v.Error()
	case string:
		return v
	default:
		return "a panic with a value that is no text"
	}
}
