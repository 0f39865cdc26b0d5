package envoy

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"mcponce/host/scenario"
)

// The files plant secrets: principals, keys, tokens, arguments, states and results. The runner looks for them in the answers
// as they come, the gateway's end in all that Envoy has logged, access log included.
func TestNoSecretIsLoggedOrToldToOthers(t *testing.T) {
	for _, version := range []string{Newest, Oldest} {
		t.Run(version, func(t *testing.T) {
			binary, err := Binary(version)
			if err != nil {
				t.Fatal(err)
			}
			scenario.Run(t, scenarios+"/secrets", searched{t, driver{binary: binary, wasm: Wasm(t), workers: 2}})
		})
	}
}

// searched plays scenarios on Envoys whose logs are searched in the end.
type searched struct {
	t *testing.T
	driver
}

func (d searched) Start(config, origin string) (scenario.Gateway, error) {
	g, err := d.driver.Start(config, origin)
	if err != nil {
		return nil, err
	}
	return searchedGateway{g.(gateway), d.t}, nil
}

type searchedGateway struct {
	gateway
	t *testing.T
}

// Close waits for the access log's lines, which Envoy writes with a delay.
func (g searchedGateway) Close() {
	defer g.gateway.Close()
	stats, err := g.Stats(context.Background())
	if err != nil {
		g.t.Error(err)
		return
	}
	requests := int(stats["http.mcp.downstream_rq_completed"])
	text := ""
	for bound := time.Now().Add(30 * time.Second); strings.Count(text, " POST /mcp ") < requests; time.Sleep(pollEvery) {
		raw, err := os.ReadFile(g.Process.Log())
		if text = string(raw); err != nil || time.Now().After(bound) {
			g.t.Errorf("want %d lines of the access log, got %d (%v)", requests, strings.Count(text, " POST /mcp "), err)
			return
		}
	}
	if words := scenario.Planted(text); words != nil || requests == 0 {
		g.t.Errorf("after %d requests the log holds %q; want nothing of them", requests, words)
	}
}
