package envoy

import (
	"bytes"
	"os"
	"testing"

	"mcponce/host/scenario"
)

// The plugin is built with fault points: the header x-mcponce-fault names the one at which a stream's callback panics.
func TestPanicInOneStreamLeavesTheVMAlive(t *testing.T) {
	binary, err := Binary(Newest)
	if err != nil {
		t.Fatal(err)
	}
	scenario.Run(t, scenarios+"/faults", driver{binary: binary, wasm: faultsWasm(t), workers: 2})
}

func TestShippedPluginHasNoFaultPoints(t *testing.T) {
	const point = "x-mcponce-fault"
	for path, want := range map[string]bool{Wasm(t): false, faultsWasm(t): true} {
		module, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(module, []byte(point)) != want {
			t.Errorf("%s holds %q: %v; want %v", path, point, !want, want)
		}
	}
}
