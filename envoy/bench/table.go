package main

import (
	"cmp"
	"slices"
	"time"

	"mcponce/envoy/bench/load"
)

// row is a variant's medians over the rounds, and the medians of its ratios to Envoy without a filter. A ratio is taken
// within one round, since the machine may be another in the next.
type row struct {
	variant
	CPU, Latency                      time.Duration
	Rate                              float64
	CPURatio, LatencyRatio, RateRatio float64
}

// By is the name of the gateway, for people.
func (r row) By() string { return gatewayNames[r.by] }

// Title is what was sent.
func (r row) Title() string { return r.title }

// rowOf needs samples of the same rounds for both.
func rowOf(v variant, samples, base []sample) row {
	var cpu, latency []time.Duration
	var rate, cpuRatio, latencyRatio, rateRatio []float64
	for i, s := range samples {
		cpu, latency, rate = append(cpu, s.cpu), append(latency, s.latency), append(rate, s.rate)
		cpuRatio = append(cpuRatio, float64(s.cpu)/float64(base[i].cpu))
		latencyRatio = append(latencyRatio, float64(s.latency)/float64(base[i].latency))
		rateRatio = append(rateRatio, s.rate/base[i].rate)
	}
	return row{variant: v, CPU: median(cpu), Latency: median(latency), Rate: median(rate),
		CPURatio: median(cpuRatio), LatencyRatio: median(latencyRatio), RateRatio: median(rateRatio)}
}

// median of an even number of values is the upper of the middle two.
func median[T cmp.Ordered](values []T) T {
	return slices.Sorted(slices.Values(values))[len(values)/2]
}

// table are the rows of the measured variants for one payload.
func (r results) table(p load.Payload) (rows []row) {
	base := r[cell{variants()[0], p}]
	for _, v := range variants() {
		if samples := r[cell{v, p}]; samples != nil {
			rows = append(rows, rowOf(v, samples, base))
		}
	}
	return rows
}
