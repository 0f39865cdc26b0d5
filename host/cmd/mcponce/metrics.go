package main

import (
	"regexp"

	"github.com/prometheus/client_golang/prometheus"

	"mcponce/host"
)

// filterMetrics collects the filter's metrics, which it defines as it runs, under the names and labels that Envoy gives
// them with envoy/envoy.yaml.
type filterMetrics func() map[string]host.Metric

// Describe implements prometheus.Collector. It tells nothing, since the names are not known before.
func (filterMetrics) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (metrics filterMetrics) Collect(out chan<- prometheus.Metric) {
	for name, metric := range metrics() {
		family, label, value := envoyName(name)
		var labels prometheus.Labels
		if label != "" {
			labels = prometheus.Labels{label: value}
		}
		out <- collected(prometheus.NewDesc(family, "See docs/OPERATIONS.md of mcponce.", nil, labels), metric)
	}
}

// collected is a metric as Prometheus takes it. The host keeps no buckets, so a histogram is a summary without quantiles.
func collected(desc *prometheus.Desc, metric host.Metric) prometheus.Metric {
	switch metric.Kind {
	case host.Counter:
		return prometheus.MustNewConstMetric(desc, prometheus.CounterValue, float64(metric.Value))
	case host.Gauge:
		return prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, float64(metric.Value))
	default:
		return prometheus.MustNewConstSummary(desc, metric.Value, float64(metric.Sum), nil)
	}
}

// statsTag is an Envoy stats tag: the first group of the pattern is taken out of the name, the second is the label's value.
type statsTag struct{ label, pattern string }

// statsTags are those of envoy/envoy.yaml, without Envoy's prefix of the names.
var statsTags = []statsTag{
	{"outcome", `^mcponce\.attempts(\.outcome\.(\w+))$`},
	{"vm", `^mcponce\.vm(\.(\d+))\.attempts$`},
}

var unnameable = regexp.MustCompile(`[^a-zA-Z0-9_]`)

// envoyName splits the filter's name of a metric into Prometheus's and a label; label is empty where there is none.
func envoyName(name string) (family, label, value string) {
	for _, tag := range statsTags {
		if at := regexp.MustCompile(tag.pattern).FindStringSubmatchIndex(name); at != nil {
			label, value = tag.label, name[at[4]:at[5]]
			name = name[:at[2]] + name[at[3]:]
			break
		}
	}
	return unnameable.ReplaceAllString(name, "_"), label, value
}
