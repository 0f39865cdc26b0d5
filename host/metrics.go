package host

import "sync"

// MetricKind is the kind of a metric, with proxy-wasm's numbers.
type MetricKind uint32

// The kinds of proxy_define_metric.
const (
	Counter MetricKind = iota
	Gauge
	Histogram
)

// Metric is a metric of the filter.
type Metric struct {
	Kind  MetricKind
	Value uint64 // of a histogram: the number of recorded values
	Sum   uint64 // of the values of a histogram
}

// metrics are the filter's metrics by name. The VMs share them: a gauge has one value over all workers.
type metrics struct {
	mu     sync.Mutex
	values map[string]*Metric
}

func newMetrics() *metrics { return &metrics{values: map[string]*Metric{}} }

// define makes the metric, or finds it.
func (m *metrics) define(kind MetricKind, name string) *Metric {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.values[name] == nil {
		m.values[name] = &Metric{Kind: kind}
	}
	return m.values[name]
}

// increment follows Envoy: a counter cannot stand still or fall, and a histogram cannot be incremented.
func (m *metrics) increment(to *Metric, by int64) status {
	m.mu.Lock()
	defer m.mu.Unlock()
	if to.Kind == Histogram || to.Kind == Counter && by <= 0 {
		return statusBadArgument
	}
	to.Value += uint64(by)
	return statusOK
}

// record sets a gauge, adds to a counter, or puts a value into a histogram.
func (m *metrics) record(to *Metric, value uint64) status {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch to.Kind {
	case Gauge:
		to.Value = value
	case Counter:
		to.Value += value
	default:
		to.Value++
		to.Sum += value
	}
	return statusOK
}

func (m *metrics) get(from *Metric) uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return from.Value
}

// snapshot is a copy of all metrics by name.
func (m *metrics) snapshot() map[string]Metric {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make(map[string]Metric, len(m.values))
	for name, value := range m.values {
		all[name] = *value
	}
	return all
}
