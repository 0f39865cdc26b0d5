package host

import (
	"maps"
	"sync"
)

// Kinds of proxy_define_metric.
const (
	metricCounter = iota
	metricGauge
	metricHistogram
)

// metrics are the filter's metrics by name. The VMs share them: a gauge has one value over all workers.
type metrics struct {
	mu     sync.Mutex
	values map[string]*metric
}

type metric struct {
	kind  uint32
	value uint64 // of a histogram: the number of recorded values
	sum   uint64 // of a histogram
}

func newMetrics() *metrics { return &metrics{values: map[string]*metric{}} }

// define makes the metric, or finds it.
func (m *metrics) define(kind uint32, name string) *metric {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.values[name] == nil {
		m.values[name] = &metric{kind: kind}
	}
	return m.values[name]
}

// increment follows Envoy: a counter cannot stand still or fall, and a histogram cannot be incremented.
func (m *metrics) increment(to *metric, by int64) status {
	m.mu.Lock()
	defer m.mu.Unlock()
	if to.kind == metricHistogram || to.kind == metricCounter && by <= 0 {
		return statusBadArgument
	}
	to.value += uint64(by)
	return statusOK
}

// record sets a gauge, adds to a counter, or puts a value into a histogram.
func (m *metrics) record(to *metric, value uint64) status {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch to.kind {
	case metricGauge:
		to.value = value
	case metricCounter:
		to.value += value
	default:
		to.value++
		to.sum += value
	}
	return statusOK
}

func (m *metrics) get(from *metric) uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return from.value
}

// snapshot is a copy of all metrics by name.
func (m *metrics) snapshot() map[string]metric {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make(map[string]metric, len(m.values))
	for name, value := range maps.All(m.values) {
		all[name] = *value
	}
	return all
}
