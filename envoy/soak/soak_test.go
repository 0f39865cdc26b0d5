package soak

import (
	"flag"
	"testing"
	"time"

	"mcponce/envoy"
)

var (
	minutes = flag.Float64("minutes", 2, "length of the run")
	clients = flag.Int("clients", 8, "clients at once")
)

const (
	// steadyAfter is when the store is in its steady state, and the language runtimes' heaps are: many retentions later.
	steadyAfter = 15 * time.Minute
	// mostGrowth is how much memory may grow after that.
	mostGrowth = 1.05
)

func TestSoak(t *testing.T) {
	binary, err := envoy.Binary(envoy.Newest)
	if err != nil {
		t.Fatal(err)
	}
	report, err := Run(t.Context(), Options{Binary: binary, Wasm: envoy.Wasm(t), Duration: time.Duration(*minutes * float64(time.Minute)),
		Update: 20 * time.Second, Sample: 15 * time.Second, Clients: *clients, Progress: func(line string) { t.Log(line) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d actions; answers %v; %d requests, %d lost, %d counted; %d updates", report.Actions, report.Answers, report.Requests,
		report.Lost, report.Counted, report.Updates)
	for _, fault := range report.Faults {
		t.Error(fault)
	}
	for _, kind := range []string{kindOutcome, "replayed " + kindOutcome, kindQuestion, kindInDoubt, kindCommitted, kindRefused, kindAccepted} {
		if report.Answers[kind] == 0 {
			t.Errorf("nobody was told %q: the run has not seen what it is for", kind)
		}
	}
	checkGrowth(t, report.Memory)
}

func checkGrowth(t *testing.T, memory []Sample) {
	var steady int64
	for _, s := range memory {
		if s.After >= steadyAfter && steady == 0 {
			steady = s.RSS
		}
	}
	if steady == 0 {
		return // a short run says nothing of growth
	}
	last := memory[len(memory)-1].RSS
	t.Logf("memory: %d MiB after %v, %d MiB at the end", steady>>20, steadyAfter, last>>20)
	if float64(last) > mostGrowth*float64(steady) {
		t.Errorf("memory has grown to %.3f times what it was after %v", float64(last)/float64(steady), steadyAfter)
	}
}
