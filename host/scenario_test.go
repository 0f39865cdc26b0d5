package host_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"mcponce/host"
	"mcponce/host/scenario"
)

const scenarios = "scenario/testdata"

func TestScenarios(t *testing.T) {
	everyNumberOfWorkers(t, scenarios, plugin)
}

// What is read as a call, and what as an answer.
func TestReading(t *testing.T) {
	everyNumberOfWorkers(t, scenarios+"/reading", plugin)
}

// Attempts wait for one that another worker may have. The configuration slow-ticks leaves the wake-up alone to answer
// them.
func TestWaiters(t *testing.T) {
	everyNumberOfWorkers(t, scenarios+"/waiting", plugin)
}

// The header x-mcponce-fault names the point at which a stream's callback panics.
func TestPanicInOneStreamLeavesTheVMAlive(t *testing.T) {
	everyNumberOfWorkers(t, scenarios+"/faults", faultsPlugin)
}

func everyNumberOfWorkers(t *testing.T, dir string, wasm func(testing.TB) []byte) {
	for _, workers := range []int{1, 2, 4} {
		t.Run(fmt.Sprintf("workers=%d", workers), func(t *testing.T) {
			scenario.Run(t, dir, driver{wasm: wasm(t), workers: workers})
		})
	}
}

// driver plays scenarios on the host.
type driver struct {
	wasm    []byte
	workers int
	watch   func(host.Level, string) // is told every line of the log; may be nil
}

func (d driver) Start(config, origin string) (scenario.Gateway, error) {
	options, err := options(d.wasm, config, origin)
	if err != nil {
		return nil, err
	}
	log := &logTail{}
	options.Workers, options.Log = d.workers, log.add
	if d.watch != nil {
		options.Log = func(level host.Level, line string) { log.add(level, line); d.watch(level, line) }
	}
	options.Access = func(a host.Access) { options.Log(host.LevelInfo, fmt.Sprintf("%+v", a)) }
	g, err := host.Start(context.Background(), options)
	if err != nil {
		return nil, err
	}
	return gateway{g, log, d.workers}, nil
}

type gateway struct {
	*host.Gateway
	log     *logTail
	workers int
}

func (g gateway) Counters() (map[string]uint64, error) {
	values := map[string]uint64{}
	for name, metric := range g.Metrics() {
		values[name] = metric.Value
	}
	return values, nil
}

func (g gateway) Workers() int { return g.workers }

func (g gateway) Log() string { return g.log.String() }

// logTail keeps the end of a log.
type logTail struct {
	mu    sync.Mutex
	lines []string
}

const tailLines = 60

func (l *logTail) add(level host.Level, line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, fmt.Sprintf("%s %s %s", time.Now().Format("05.000"), level, line))
	if len(l.lines) > tailLines {
		l.lines = l.lines[1:]
	}
}

func (l *logTail) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.lines, "\n")
}
