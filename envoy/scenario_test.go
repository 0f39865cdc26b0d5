package envoy

import (
	"context"
	"strings"
	"testing"
	"time"

	"mcponce/host/scenario"
)

const scenarios = "../host/scenario/testdata"

func TestScenariosOnEnvoy140(t *testing.T) { runScenarios(t, Newest, scenarios) }

func TestScenariosOnEnvoy136(t *testing.T) { runScenarios(t, Oldest, scenarios) }

func TestReadingOnEnvoy140(t *testing.T) { runScenarios(t, Newest, scenarios+"/reading") }

func TestReadingOnEnvoy136(t *testing.T) { runScenarios(t, Oldest, scenarios+"/reading") }

func runScenarios(t *testing.T, version, dir string) {
	binary, err := Binary(version)
	if err != nil {
		t.Fatal(err)
	}
	scenario.Run(t, dir, driver{binary: binary, wasm: Wasm(t), workers: 2})
}

// Attempts on four workers wait for one of them. The configuration slow-ticks leaves the wake-up alone to answer them.
func TestWaitersOnFourWorkers(t *testing.T) {
	binary, err := Binary(Newest)
	if err != nil {
		t.Fatal(err)
	}
	scenario.Run(t, scenarios+"/waiting", driver{binary: binary, wasm: Wasm(t), workers: 4})
}

// driver plays scenarios on a real Envoy.
type driver struct {
	binary, wasm string
	workers      int
	loopback     bool // detached calls go through a listener
}

func (d driver) Start(config, origin string) (scenario.Gateway, error) {
	if d.loopback {
		config = throughListener(config)
	}
	p, err := Start(context.Background(), Options{
		Binary: d.binary, Wasm: d.wasm, Plugin: config, Upstream: origin, Concurrency: d.workers, loopback: d.loopback,
	})
	if err != nil {
		return nil, err // not gateway{nil}: a nil interface says that there is nothing to close
	}
	return gateway{p}, nil
}

type gateway struct{ *Process }

func (g gateway) Counters() (map[string]uint64, error) {
	stats, err := g.Stats(context.Background())
	ours := map[string]uint64{}
	for name, value := range stats {
		if name, found := strings.CutPrefix(name, "wasmcustom."); found {
			ours[name] = value
		}
	}
	return ours, err
}

func (g gateway) Advance(d time.Duration) { time.Sleep(d) }

func (g gateway) Log() string { return g.LogTail() }

func (g gateway) Close() { g.Stop() }
