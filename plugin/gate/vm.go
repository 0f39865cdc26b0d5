package gate

import (
	"time"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"

	"mcponce/plugin/action"
	"mcponce/plugin/store"
)

// VM is the context of one VM: one worker thread of the gateway, or its main thread.
type VM struct {
	types.DefaultVMContext
	host    Host
	metrics *metrics

	slot   uint32 // this VM's number on the shared data
	claims uint64 // claims tried, for owner tokens

	streams  map[uint32]*stream  // by context id
	callouts map[uint32]*callout // by call id
	ending   *callout            // the one whose response is being handled
}

// NewVM returns the context of a VM on a host.
func NewVM(host Host) *VM {
	return &VM{host: host, streams: make(map[uint32]*stream), callouts: make(map[uint32]*callout)}
}

// OnVMStart implements types.VMContext.
func (vm *VM) OnVMStart(int) types.OnVMStartStatus {
	slot, err := store.TakeSlot(sharedData{})
	if err != nil {
		proxywasm.LogCriticalf("this VM cannot be numbered, so its claims could not be told apart: %v", err)
		return types.OnVMStartStatusFailed
	}
	vm.slot, vm.metrics = slot, newMetrics(slot)
	return types.OnVMStartStatusOK
}

// NewPluginContext implements types.VMContext.
func (vm *VM) NewPluginContext(uint32) types.PluginContext { return &plugin{vm: vm} }

// owner returns a token that no other attempt has.
func (vm *VM) owner() action.Owner {
	vm.claims++
	return action.Owner{Slot: vm.slot, Incarnation: 1, Call: vm.claims}
}

func (vm *VM) now() action.Now {
	return action.Now{Mono: vm.host.Monotonic(), Wall: time.Now().UnixMilli()}
}

// OnHTTPCallResponse is told that a callout has ended.
func (vm *VM) OnHTTPCallResponse(callID uint32, numHeaders, bodySize int) {
	c, ok := vm.callouts[callID]
	if !ok {
		return
	}
	delete(vm.callouts, callID)
	vm.ending = c
	c.ended(numHeaders, bodySize)
	vm.ending = nil
}

// OnPanic is told that a callback panicked. The stream concerned gets an error, what it owned goes in doubt, and the VM
// goes on with all its other streams.
func (vm *VM) OnPanic(contextID uint32, callback string, value any) {
	proxywasm.LogErrorf("a fault in %s: %v", callback, value)
	if vm.metrics == nil {
		return
	}
	vm.metrics.panics.Increment(1)
	if c := vm.ending; c != nil {
		vm.ending = nil
		c.failed()
	} else if s := vm.streams[contextID]; s != nil {
		s.failed()
	}
}
