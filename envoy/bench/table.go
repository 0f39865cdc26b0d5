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
	Variant                          variant
	CPU, Median                      time.Duration
	Rate                             float64
	CPURatio, MedianRatio, RateRatio float64
}

// rowOf needs samples of the same rounds for both.
func rowOf(v variant, samples, base []sample) row {
	return row{
		Variant:     v,
		CPU:         median(samples, func(i int) time.Duration { return samples[i].CPU }),
		Median:      median(samples, func(i int) time.Duration { return samples[i].Median }),
		Rate:        median(samples, func(i int) float64 { return samples[i].Rate }),
		CPURatio:    median(samples, func(i int) float64 { return float64(samples[i].CPU) / float64(base[i].CPU) }),
		MedianRatio: median(samples, func(i int) float64 { return float64(samples[i].Median) / float64(base[i].Median) }),
		RateRatio:   median(samples, func(i int) float64 { return samples[i].Rate / base[i].Rate }),
	}
}

// median of what of gives for each index; of an even number, the upper of the middle two.
func median[S any, T cmp.Ordered](samples []S, of func(i int) T) T {
	values := make([]T, len(samples))
	for i := range samples {
		values[i] = of(i)
	}
	slices.Sort(values)
	return values[len(values)/2]
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
