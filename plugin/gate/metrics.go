package gate

import (
	"strconv"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
)

// How an attempt ended, beside the names of package reply's refusals.
const (
	outcomeExecuted = "executed" // dispatched, and its outcome is recorded
	outcomeReleased = "released" // dispatched, and the server refused before it executed anything
	outcomePassed   = "passed"   // unkeyed, forwarded as the tool's policy says
	outcomeInDoubt  = "in_doubt" // dispatched, and the outcome cannot be known
	outcomeLeft     = "left"     // the client left while it waited for an earlier attempt
)

// metrics are the counters and gauges of a VM. The host adds up those of one name over all VMs.
type metrics struct {
	panics  proxywasm.MetricCounter // mcponce.panics: faults that a callback recovered from
	waiting proxywasm.MetricGauge   // mcponce.waiting: attempts that wait for an earlier one
	records proxywasm.MetricGauge   // mcponce.store.records
	bytes   proxywasm.MetricGauge   // mcponce.store.bytes: of kept bodies, with their overhead

	counters map[string]proxywasm.MetricCounter
}

func newMetrics() *metrics {
	return &metrics{
		panics:   proxywasm.DefineCounterMetric("mcponce.panics"),
		waiting:  proxywasm.DefineGaugeMetric("mcponce.waiting"),
		records:  proxywasm.DefineGaugeMetric("mcponce.store.records"),
		bytes:    proxywasm.DefineGaugeMetric("mcponce.store.bytes"),
		counters: make(map[string]proxywasm.MetricCounter),
	}
}

// attempt counts an attempt that the VM in this slot saw, as mcponce.vm.<slot>.attempts.
func (m *metrics) attempt(slot uint32) {
	m.count("mcponce.vm." + strconv.Itoa(int(slot)) + ".attempts")
}

// outcome counts the end of an attempt as mcponce.attempts.outcome.<name>. Each attempt has exactly one.
func (m *metrics) outcome(name string) { m.count("mcponce.attempts.outcome." + name) }

// doubt counts an action that goes in doubt, as mcponce.doubts.reason.<reason>. Attempts that are told of it later are
// another matter.
func (m *metrics) doubt(reason string) { m.count("mcponce.doubts.reason." + reason) }

// stored moves the gauges of the store.
func (m *metrics) stored(records, bytes int64) {
	if records != 0 {
		m.records.Add(records)
	}
	if bytes != 0 {
		m.bytes.Add(bytes)
	}
}

func (m *metrics) count(name string) {
	counter, ok := m.counters[name]
	if !ok {
		counter = proxywasm.DefineCounterMetric(name)
		m.counters[name] = counter
	}
	counter.Increment(1)
}
