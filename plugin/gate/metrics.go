package gate

import (
	"strconv"
	"time"
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
	host     Host
	waiting  uint32            // mcponce.waiting: attempts that wait for an earlier one
	age      uint32            // mcponce.retry_age_seconds: of a record when a retry finds it
	records  uint32            // mcponce.store.records
	bytes    uint32            // mcponce.store.bytes: of kept bodies, with their overhead
	counters map[string]uint32 // by name
}

func newMetrics(host Host) *metrics {
	return &metrics{
		host:     host,
		waiting:  host.DefineGauge("mcponce.waiting"),
		age:      host.DefineHistogram("mcponce.retry_age_seconds"),
		records:  host.DefineGauge("mcponce.store.records"),
		bytes:    host.DefineGauge("mcponce.store.bytes"),
		counters: map[string]uint32{panics: host.DefineCounter(panics), lateRetries: host.DefineCounter(lateRetries)},
	}
}

const (
	panics      = "mcponce.panics"
	lateRetries = "mcponce.late_retries"
)

// panic counts a fault that a callback recovered from, as mcponce.panics.
func (m *metrics) panic() { m.count(panics) }

// attempt counts an attempt that the VM in this slot saw, as mcponce.vm.<slot>.attempts.
func (m *metrics) attempt(slot uint32) {
	m.count("mcponce.vm." + strconv.Itoa(int(slot)) + ".attempts")
}

// outcome counts the end of an attempt as mcponce.attempts.outcome.<name>. Each attempt has exactly one.
func (m *metrics) outcome(name string) { m.count("mcponce.attempts.outcome." + name) }

// doubt counts an action that goes in doubt, as mcponce.doubts.reason.<reason>. Attempts that are told of it later are
// another matter.
func (m *metrics) doubt(reason string) { m.count("mcponce.doubts.reason." + reason) }

// resolved counts a doubt that an operator has ended, as mcponce.resolved.<executed or not_executed>.
func (m *metrics) resolved(what string) { m.count("mcponce.resolved." + what) }

// retried records how long after its last change a retry has found a record.
func (m *metrics) retried(age time.Duration) { m.host.RecordInMetric(m.age, uint64(age/time.Second)) }

// late counts a retry that came after the retention of its record, as mcponce.late_retries.
func (m *metrics) late() { m.count(lateRetries) }

// waits moves the gauge of waiting attempts.
func (m *metrics) waits(change int64) { m.host.AddToMetric(m.waiting, change) }

// stored moves the gauges of the store.
func (m *metrics) stored(records, bytes int64) {
	if records != 0 {
		m.host.AddToMetric(m.records, records)
	}
	if bytes != 0 {
		m.host.AddToMetric(m.bytes, bytes)
	}
}

func (m *metrics) count(name string) {
	counter, ok := m.counters[name]
	if !ok {
		counter = m.host.DefineCounter(name)
		m.counters[name] = counter
	}
	m.host.AddToMetric(counter, 1)
}
