package host

import (
	"errors"

	"mcponce/host/shareddata"
)

// vmID is the one VM id of a gateway: all VMs share their data.
const vmID = "mcponce"

func proxyGetSharedData(c hostcall) status {
	value, cas, err := c.vm.gateway.data.Get(c.text(0))
	if err != nil {
		return statusNotFound
	}
	if result := c.give(2, value); result != statusOK {
		return result
	}
	return c.giveU32(4, cas)
}

func proxySetSharedData(c hostcall) status {
	if err := c.vm.gateway.data.Set(c.text(0), c.view(2), c.u32(4)); err != nil {
		return statusCASMismatch
	}
	return statusOK
}

// proxyRegisterSharedQueue makes this VM the one that is woken.
func proxyRegisterSharedQueue(c hostcall) status {
	v, id := c.vm, uint32(0)
	ready := make(chan struct{}) // the queue may be woken before its id is known here
	id = v.gateway.queues.Register(vmID, c.text(0), func() {
		v.loop.post(func() { <-ready; v.queueReady(id) })
	})
	close(ready)
	return c.giveU32(2, id)
}

func proxyResolveSharedQueue(c hostcall) status {
	id, err := c.vm.gateway.queues.Resolve(c.text(0), c.text(2))
	if err != nil {
		return statusNotFound
	}
	return c.giveU32(4, id)
}

func proxyEnqueueSharedQueue(c hostcall) status {
	if c.vm.gateway.queues.Enqueue(c.u32(0), c.view(1)) != nil {
		return statusNotFound
	}
	return statusOK
}

func proxyDequeueSharedQueue(c hostcall) status {
	item, err := c.vm.gateway.queues.Dequeue(c.u32(0))
	switch {
	case errors.Is(err, shareddata.ErrEmpty):
		return statusEmpty
	case err != nil:
		return statusNotFound
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
	return statusBadArgument
}

func proxyGetMetric(c hostcall) status {
	if m := c.metric(); m != nil {
		return c.giveU64(1, c.vm.gateway.metrics.get(m))
	}
	return statusBadArgument
}
