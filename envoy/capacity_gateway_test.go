package envoy

import (
	"context"
	"fmt"
	"testing"
)

// startLoaded runs Envoy 1.40.0 on two workers in front of the origin.
func startLoaded(t testing.TB, origin *loadOrigin, plugin string) *Process {
	t.Helper()
	binary, err := Binary(Newest)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Start(context.Background(), Options{
		Binary: binary, Wasm: Wasm(t), Upstream: origin.address, Concurrency: 2, Plugin: plugin,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Stop)
	return p
}

// capacityPlugin is a configuration with bounds on what is kept, and further members.
func capacityPlugin(records, bytes int, more string) string {
	return fmt.Sprintf(`{"paths": ["/mcp"], "anonymous": "shared", "store": {"local": {"records": %d, "bytes": %d}},
		"tools": [{"match": ["balance"], "effect": "read"}, {"match": ["*"]}]%s}`, records, bytes, more)
}

// forgetsAfter is a member for capacityPlugin. Ticks are fast: each sweeps some buckets.
func forgetsAfter(retention string) string {
	return fmt.Sprintf(`, "tick": "100ms", "defaults": {"tool_timeout": "3s", "retention": %q}`, retention)
}

// storeGauges are mcponce.store.records and mcponce.store.bytes.
func storeGauges(t testing.TB, p *Process) (records, bytes int) {
	t.Helper()
	stats, err := p.Stats(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return int(stats["wasmcustom.mcponce.store.records"]), int(stats["wasmcustom.mcponce.store.bytes"])
}
