package gate

import (
	"strconv"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
)

// How a governed attempt ended, beside the names of package reply's refusals.
const (
	outcomeExecuted = "executed" // dispatched, and its outcome is recorded
	outcomeReleased = "released" // dispatched, and the server refused before it executed anything
	outcomeReplayed = "replayed"
	outcomeInDoubt  = "in_doubt" // dispatched, and the outcome cannot be known
	outcomePassed   = "passed"   // unkeyed, forwarded as the tool's policy says
)

// metrics are the counters of a VM. The host adds up those of one name over all VMs.
type metrics struct {
	panics   proxywasm.MetricCounter // mcponce.panics
	attempts proxywasm.MetricCounter // mcponce.vm.<slot>.attempts: governed attempts that this VM saw
	outcomes map[string]proxywasm.MetricCounter
}

func newMetrics(slot uint32) *metrics {
	return &metrics{
		panics:   proxywasm.DefineCounterMetric("mcponce.panics"),
		attempts: proxywasm.DefineCounterMetric("mcponce.vm." + strconv.Itoa(int(slot)) + ".attempts"),
		outcomes: make(map[string]proxywasm.MetricCounter),
	}
}

// outcome counts the end of an attempt as mcponce.attempts.outcome.<name>.
func (m *metrics) outcome(name string) {
	counter, ok := m.outcomes[name]
	if !ok {
		counter = proxywasm.DefineCounterMetric("mcponce.attempts.outcome." + name)
		m.outcomes[name] = counter
	}
	counter.Increment(1)
}
