package soak

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"mcponce/envoy"
)

const (
	toolTimeout = 2 * time.Second
	retryAfter  = 50 * time.Millisecond
	drain       = 5 * time.Second
	together    = 3 // duplicates at once
)

// Options say what is run. All are required.
type Options struct {
	Binary, Wasm string // of Envoy, and of the filter
	Duration     time.Duration
	Update       time.Duration // how often the configuration is replaced
	Sample       time.Duration // how often memory is looked at
	Clients      int           // at once; some of them have several connections
	Progress     func(string)
}

// Report is what a run came to.
type Report struct {
	Actions  int
	Answers  map[string]int // by kind
	Requests int            // sent and answered, or known to have come to the server
	Lost     int            // sent, and not known to have come
	Counted  int            // by the filter: the ends of all attempts
	Updates  int
	Memory   []Sample
	Faults   []string // breaches of the promise, at most maxFaults
}

// Sample is Envoy's memory in RAM at a moment of the run, in bytes.
type Sample struct {
	After time.Duration
	RSS   int64
}

const maxFaults = 50

type run struct {
	options Options
	process *envoy.Process
	ledger  *ledger
	origin  string
	ends    time.Time
	keys    atomic.Int64

	mu     sync.Mutex
	report Report
}

// Run puts traffic through an Envoy with two workers and reports what was seen.
func Run(ctx context.Context, o Options) (Report, error) {
	r := &run{options: o, ledger: &ledger{executed: map[string]int{}}, report: Report{Answers: map[string]int{}}}
	origin, stop, err := startOrigin(r.ledger)
	if err != nil {
		return r.report, err
	}
	defer stop()
	r.origin = origin
	if r.process, err = envoy.Start(ctx, r.gateway()); err != nil {
		return r.report, err
	}
	defer r.process.Stop()
	r.ends = time.Now().Add(o.Duration)

	var all sync.WaitGroup
	for n := range o.Clients {
		a := &actor{run: r, random: rand.New(rand.NewPCG(uint64(n), uint64(o.Duration))), line: &line{address: r.address()}}
		for range together {
			a.lines = append(a.lines, &line{address: r.address()})
		}
		all.Go(a.live)
	}
	err = r.attend(ctx)
	all.Wait()
	if err != nil {
		return r.report, err
	}
	return r.report, r.finish(ctx)
}

func (r *run) address() string { return strings.TrimPrefix(r.process.URL(), "http://") }

func (r *run) over() bool { return time.Now().After(r.ends) }

func (r *run) newKey() string { return fmt.Sprintf("k%d", r.keys.Add(1)) }

// gateway is the gateway with its configuration, which differs a little after each update.
func (r *run) gateway() envoy.Options {
	return envoy.Options{Binary: r.options.Binary, Wasm: r.options.Wasm, Upstream: r.origin, Concurrency: 2, Drain: drain,
		Plugin: fmt.Sprintf(`{"paths": ["/mcp"], "namespace": "soak", "principal": {"header": "x-user"}, "callout": {"cluster": "mcp_upstream"},
			"defaults": {"tool_timeout": %q, "retention": "1m", "retry_after": "%dms", "max_result": "64KiB", "wait": "5s"},
			"tools": [{"match": ["*"]}], "store": {"local": {"records": 65536}}}`, toolTimeout, retryAfter.Milliseconds()+int64(r.report.Updates%2))}
}

// attend replaces the configuration and looks at the memory until the run is over.
func (r *run) attend(ctx context.Context) error {
	began := r.ends.Add(-r.options.Duration)
	update, sample := time.NewTicker(r.options.Update), time.NewTicker(r.options.Sample)
	defer update.Stop()
	defer sample.Stop()
	end := time.After(r.options.Duration)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-end:
			return nil
		case <-update.C:
			r.report.Updates++
			if err := r.process.Update(ctx, r.gateway()); err != nil {
				return fmt.Errorf("update %d: %w", r.report.Updates, err)
			}
		case <-sample.C:
			rss, err := residentMemory(r.process.PID())
			if err != nil {
				return err
			}
			r.mu.Lock()
			r.report.Memory = append(r.report.Memory, Sample{time.Since(began), rss})
			r.options.Progress(fmt.Sprintf("%v: %d actions, %d updates, %d MiB, %d faults", time.Since(began).Round(time.Second),
				r.report.Actions, r.report.Updates, rss>>20, len(r.report.Faults)))
			r.mu.Unlock()
		}
	}
}

// sent counts a request that has come to the filter, or may have.
func (r *run) sent(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.report.Requests++
	} else {
		r.report.Lost++
	}
}

func (r *run) fault(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.report.Faults) < maxFaults {
		r.report.Faults = append(r.report.Faults, fmt.Sprintf(format, args...))
	}
}

// settling is how long the last calls may go on after their clients, with the old configurations.
const settling = toolTimeout + drain

// finish draws the verdict on the whole.
func (r *run) finish(ctx context.Context) error {
	time.Sleep(settling)
	stats, err := r.process.Stats(ctx)
	if err != nil {
		return err
	}
	for name, value := range stats {
		if strings.HasPrefix(name, "wasmcustom.mcponce.attempts.outcome.") {
			r.report.Counted += int(value)
		}
	}
	if r.report.Counted < r.report.Requests || r.report.Counted > r.report.Requests+r.report.Lost {
		r.fault("the filter counted %d attempts; %d were sent, and %d may have been", r.report.Counted, r.report.Requests, r.report.Lost)
	}
	log, err := os.ReadFile(r.process.Log())
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(log)) {
		if strings.Contains(line, "][error]") || strings.Contains(line, "][critical]") {
			r.fault("the log: %s", strings.TrimSpace(line))
		}
	}
	return nil
}
