package main

import (
	"fmt"
	"math"

	"mcponce/envoy/bench/load"
)

// bars are what mcponce should cost at most: the CPU time of all serving processes for a call, as a ratio to Envoy without
// a filter.
var bars = []struct {
	title        string
	small, large float64 // by size of the arguments
}{
	{passThrough, 1.3, 1.5},
	{firstInline, 1.7, 2.5},
	{firstDetached, 2.1, 3.0},
	{replay, 1.0, 1.3},
}

// Bars of the module and of its start.
const (
	sizeBar  = 4 << 20 // bytes
	startBar = 1.5     // × an empty Go plugin
)

// peerBars keep the alternatives honest: what they cost for small arguments in an earlier measurement, of other
// implementations. These here must not be worse by more than slack.
var peerBars = []struct {
	by, title string
	ratio     float64
}{
	{sidecar, first, 2.39},
	{sidecar, replay, 1.25},
	{extProc, first, 3.37},
	{extProc, replay, 1.81},
}

const slack = 1.2

// judged is what was measured against a limit: ratios of CPU, by shape of the arguments.
type judged struct {
	What               string
	Limit, Text, Dense float64
	Met                bool
}

// judgeBars: the worse shape decides.
func (r results) judgeBars() (all []judged) {
	for _, size := range []int{load.Small, load.Large} {
		for _, b := range bars {
			limit := b.small
			if size == load.Large {
				limit = b.large
			}
			j := r.judge(mcponce, b.title, size, limit)
			j.What = fmt.Sprintf("%d KB, %s", size>>10, b.title)
			all = append(all, j)
		}
	}
	return all
}

func (r results) judgePeers() (all []judged) {
	for _, b := range peerBars {
		j := r.judge(b.by, b.title, load.Small, b.ratio*slack)
		j.What = gatewayNames[b.by] + ", " + b.title
		all = append(all, j)
	}
	return all
}

func (r results) judge(by, title string, size int, limit float64) judged {
	text, dense := load.Payload{Shape: load.Text, Size: size}, load.Payload{Shape: load.Dense, Size: size}
	j := judged{Limit: limit, Text: r.ratio(by, title, text), Dense: r.ratio(by, title, dense)}
	j.Met = max(j.Text, j.Dense) <= limit
	return j
}

// ratio is the ratio of CPU in one row. What was not measured meets no bar.
func (r results) ratio(by, title string, p load.Payload) float64 {
	for _, row := range r.table(p) {
		if row.by == by && row.title == title {
			return row.CPURatio
		}
	}
	return math.Inf(1)
}
