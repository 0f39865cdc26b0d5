package gate

import (
	"math/bits"
	"slices"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"

	"mcponce/plugin/action"
	"mcponce/plugin/store"
)

// An attempt that finds the round in other hands waits: its stream is paused, its VM's bit stands in the record, and
// whoever ends the round puts the action's digest into the queue of every VM whose bit is set. The tick looks after
// waiters too, should a wake-up be lost.

// releasedAtOnce bounds how many paused streams one callback answers or lets go on. The host does so when the callback has
// ended, each one within the last one's own callbacks, and some hundreds of them exhaust the stack of the VM.
const releasedAtOnce = 32

// waits: the attempt is on record as waiting, and stands in its VM's list.
func (a *attempt) waits() bool { return a.try.WaitsFor != action.Owner{} }

// enlist makes the attempt wait for the owner's end.
func (a *attempt) enlist(owner action.Owner) types.Action {
	if !a.waits() {
		a.vm.waiting[a.id] = append(a.vm.waiting[a.id], a)
		a.vm.metrics.waits(1)
		a.plugin.hurry()
	}
	a.try.WaitsFor = owner
	return types.ActionPause
}

// delist takes the attempt out of this VM's waiters. Its mark in the record is another matter.
func (a *attempt) delist() {
	if !a.waits() {
		return
	}
	a.try.WaitsFor = action.Owner{}
	a.vm.metrics.waits(-1)
	rest := slices.DeleteFunc(a.vm.waiting[a.id], func(other *attempt) bool { return other == a })
	if len(rest) == 0 {
		delete(a.vm.waiting, a.id)
	} else {
		a.vm.waiting[a.id] = rest
	}
}

// leave is told that the client of a waiting attempt has left.
func (a *attempt) leave() {
	owner := a.try.WaitsFor
	a.delist()
	a.count(outcomeLeft)
	if a.lane != nil {
		return // it is not counted
	}
	a.change(func(r action.Record) (action.Record, bool) { return action.Leave(r, owner) },
		func(store.Entry, error) {}) // a count too high only makes later attempts wait less
}

// recheck lets every attempt that waits for the action decide again. When the owner released the round, the first of them
// claims it and the others go on waiting. What is too much for one callback is left to the next.
func (vm *VM) recheck(id action.Digest) {
	for _, a := range slices.Clone(vm.waiting[id]) {
		if !a.waits() {
			continue // it has left meanwhile
		}
		if vm.released >= releasedAtOnce {
			_ = proxywasm.EnqueueSharedQueue(vm.queue, id[:]) // else the tick goes on with it
			return
		}
		a.try.Wait = vm.host.Monotonic() < a.deadline
		if owner, ok := vm.owner(a.plugin.config.Tick); ok {
			a.try.Owner = owner // the slot may have passed on since it began to wait
		}
		a.decide(func(verdict action.Verdict, e store.Entry, err error) {
			if err == nil && verdict == action.Wait {
				a.enlist(e.Owner)
				return
			}
			vm.released++
			a.delist()
			vm.actFor(a, func() { a.resume(verdict, e, err) })
		})
	}
}

// resume acts on the decision for a stream that was paused, from a callback that is not the stream's own.
func (a *attempt) resume(verdict action.Verdict, e store.Entry, err error) {
	a.toStream()
	if a.stream == nil || a.stream.answered {
		if err == nil && verdict == action.Dispatch {
			a.release() // claimed for nobody
		}
		return
	}
	if a.act(verdict, e, err) == types.ActionContinue {
		if err := proxywasm.ResumeHttpRequest(); err != nil {
			proxywasm.LogError("a request that waited could not go on: " + err.Error())
			a.release()
		}
	}
}

// wake tells the VMs whose bits are set that the action's round has ended.
func (vm *VM) wake(waiters uint64, id action.Digest) {
	for ; waiters != 0; waiters &= waiters - 1 {
		slot := uint32(bits.TrailingZeros64(waiters))
		if queue, ok := vm.roster.Queue(slot); ok {
			_ = proxywasm.EnqueueSharedQueue(queue, id[:]) // the tick finds those who are not woken
		}
	}
}

// queueReady is told that the VM's queue has items. There is one call for each item, also when an earlier call has taken
// several, so what is left for want of releases comes with a later call.
func (vm *VM) queueReady(queue uint32) {
	vm.released = 0
	for vm.released < releasedAtOnce {
		item, err := proxywasm.DequeueSharedQueue(queue)
		if err != nil {
			return
		}
		if len(item) == len(action.Digest{}) {
			vm.recheck(action.Digest(item))
		}
	}
}
