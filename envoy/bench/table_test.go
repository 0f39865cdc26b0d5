package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"mcponce/envoy/bench/load"
)

func rounds(cpu ...int) (all []sample) {
	for _, us := range cpu {
		all = append(all, sample{cpu: time.Duration(us) * time.Microsecond, latency: time.Millisecond, rate: 1e6 / float64(us)})
	}
	return all
}

func TestRatioIsTheMedianOfTheRatiosOfEachRound(t *testing.T) {
	base := rounds(100, 200, 100)
	got := rowOf(variant{}, rounds(150, 240, 300), base) // ratios 1.5, 1.2, 3; the ratio of the medians would be 2.4
	if got.CPURatio != 1.5 || got.CPU != 240*time.Microsecond || got.LatencyRatio != 1 {
		t.Errorf("got CPU %v, × %v, latency × %v; want 240µs, 1.5, 1", got.CPU, got.CPURatio, got.LatencyRatio)
	}
}

func TestMedian(t *testing.T) {
	for name, c := range map[string]struct {
		values []float64
		want   float64
	}{
		"one":            {[]float64{3}, 3},
		"odd, unsorted":  {[]float64{9, 1, 5}, 5},
		"even, unsorted": {[]float64{4, 1, 3, 2}, 3},
	} {
		if got := median(c.values); got != c.want {
			t.Errorf("%s: got %v; want %v", name, got, c.want)
		}
	}
}

// measuredAs gives mcponce's pass-through these samples for text and for dense arguments of 1 KB, and 100 µs to the base.
func measuredAs(text, dense int) results {
	r := results{}
	for shape, us := range map[load.Shape]int{load.Text: text, load.Dense: dense} {
		p := load.Payload{Shape: shape, Size: load.Small}
		r[cell{variants()[0], p}] = rounds(100)
		r[cell{variants()[1], p}] = rounds(us)
	}
	return r
}

func TestWorseShapeDecidesABar(t *testing.T) {
	for name, c := range map[string]struct {
		text, dense int
		met         bool
	}{
		"both below":  {110, 130, true},
		"text above":  {131, 110, false},
		"dense above": {110, 131, false},
	} {
		got := measuredAs(c.text, c.dense).judgeBars()[0]
		if got.What != "1 KB, pass-through (tools/list)" || got.Met != c.met {
			t.Errorf("%s: got %+v; want met %t", name, got, c.met)
		}
	}
}

func TestBarThatWasNotMeasuredIsNotMet(t *testing.T) {
	for _, j := range (results{}).judgeBars() {
		if j.Met {
			t.Errorf("%s: got met; want missed", j.What)
		}
	}
}

func TestDocumentSaysWhatWasMissed(t *testing.T) {
	r := &report{Rounds: 5, Start: &startTimes{Size: 5 << 20, Plugin: 2 * time.Second, Empty: time.Second}}
	r.add(measuredAs(110, 255), []string{mcponce})
	var text strings.Builder
	if err := r.write(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"0 of 8 are met",
		"| 1 KB, pass-through (tools/list) | ≤ 1.3 | 1.10 | 2.55 | **missed** |",
		"| size of the plugin | 5.00 MiB | ≤ 4.00 MiB | **missed** |",
		"| Envoy ready, × with an empty Go plugin | 2.00 (2.00 s, 1.00 s) | ≤ 1.5 | **missed** |",
		"| Envoy + mcponce | pass-through (tools/list) | 110 µs | 1.10 |",
		"by Envoy + mcponce.",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("want %q in\n%s", want, text.String())
		}
	}
	if strings.Contains(text.String(), "## The alternatives") {
		t.Error("got a section about alternatives; none was measured")
	}
}

func TestAlternativesRunOnTheConfigurationThatUsersCopy(t *testing.T) {
	config, err := os.ReadFile("../envoy.yaml")
	if err != nil {
		t.Fatal(err)
	}
	bareConfig, err := withoutPlugin(string(config))
	if err != nil {
		t.Fatal(err)
	}
	extConfig, err := withExtProc(string(config), "127.0.0.1:77")
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]string{"no filter": bareConfig, "ext_proc": extConfig} {
		if strings.Contains(got, "filters.http.wasm") || !strings.Contains(got, "- name: envoy.filters.http.router\n") {
			t.Errorf("%s: want the router and no plugin, got\n%s", name, got)
		}
	}
	if strings.Count(extConfig, "filters.http.ext_proc") != 1 || !strings.Contains(extConfig, "{address: 127.0.0.1, port_value: 77}") {
		t.Errorf("want the filter and its cluster, got\n%s", extConfig)
	}
	if _, err := withoutPlugin("static_resources:"); err == nil {
		t.Error("got no error for a configuration without the plugin")
	}
}
