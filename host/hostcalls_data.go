package host

import (
	"errors"

	"mcponce/host/shareddata"
)

// vmID is the one VM id of a gateway: all VMs share their data.
const vmID = "mcponce"

// dataFailure is a failure of shared data or of a shared queue as the filter is told.
func dataFailure(err error) status {
	switch {
	case err == nil:
		return statusOK
	case errors.Is(err, shareddata.ErrCASMismatch):
		return statusCASMismatch
	case errors.Is(err, shareddata.ErrEmpty):
		return statusEmpty
	case errors.Is(err, shareddata.ErrUnavailable):
		return statusUnimplemented
	default:
		return statusNotFound
	}
}

func proxyGetSharedData(c hostcall) status {
	value, cas, err := c.vm.gateway.data.Get(c.text(0))
	if err != nil {
		return dataFailure(err)
	}
	if result := c.give(2, value); result != statusOK {
		return result
	}
	return c.giveU32(4, cas)
}

func proxySetSharedData(c hostcall) status {
	return dataFailure(c.vm.gateway.data.Set(c.text(0), c.view(2), c.u32(4)))
}

// proxyRegisterSharedQueue makes the effective context's root the one that is woken.
func proxyRegisterSharedQueue(c hostcall) status {
	v, r := c.vm, c.vm.root()
	if r == nil {
		return statusBadArgument
	}
	wake := func(id uint32) { v.loop.post(func() { r.queueReady(id) }) }
	id, err := v.gateway.queues.Register(vmID, c.text(0), wake)
	if err != nil {
		return dataFailure(err)
	}
	return c.giveU32(2, id)
}

// queueReady tells a root of an item. One that is done hears no more of them.
func (r *root) queueReady(id uint32) {
	if v := r.vm; v.roots[string(r.configuration)] == r {
		v.call(r.id, v.exports.queueReady, uint64(r.id), uint64(id))
	}
}

func proxyResolveSharedQueue(c hostcall) status {
	id, err := c.vm.gateway.queues.Resolve(c.text(0), c.text(2))
	if err != nil {
		return dataFailure(err)
	}
	return c.giveU32(4, id)
}

func proxyEnqueueSharedQueue(c hostcall) status {
	return dataFailure(c.vm.gateway.queues.Enqueue(c.u32(0), c.view(1)))
}

func proxyDequeueSharedQueue(c hostcall) status {
	item, err := c.vm.gateway.queues.Dequeue(c.u32(0))
	if err != nil {
		return dataFailure(err)
	}
	return c.give(1, item)
}

// proxyDefineMetric gives a new id for each call, also for a name that is known.
func proxyDefineMetric(c hostcall) status {
	kind := MetricKind(c.u32(0))
	if kind > Histogram {
		return statusBadArgument
	}
	c.vm.metrics = append(c.vm.metrics, c.vm.gateway.metrics.define(kind, c.text(1)))
	return c.giveU32(3, uint32(len(c.vm.metrics)))
}

// metric is the one whose id is argument 0, or nil.
func (c hostcall) metric() *Metric {
	id := c.u32(0)
	if id == 0 || int(id) > len(c.vm.metrics) {
		return nil
	}
	return c.vm.metrics[id-1]
}

func proxyIncrementMetric(c hostcall) status {
	if m := c.metric(); m != nil {
		return c.vm.gateway.metrics.increment(m, int64(c.arguments[1]))
	}
	return statusBadArgument
}

func proxyRecordMetric(c hostcall) status {
	if m := c.metric(); m != nil {
		return c.vm.gateway.metrics.record(m, c.arguments[1])
	}
	return statusNotFound
}

func proxyGetMetric(c hostcall) status {
	if m := c.metric(); m != nil && m.Kind != Histogram {
		return c.giveU64(1, c.vm.gateway.metrics.get(m))
	}
	return statusBadArgument
}
