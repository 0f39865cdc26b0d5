package probe

import (
	"os"
	"sync"
	"testing"

	"mcponce/build/wasm"
)

// Wasm is the plugin, built once in a test run.
func Wasm(t testing.TB) []byte {
	t.Helper()
	module, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return module
}

var built = sync.OnceValues(func() ([]byte, error) {
	path, err := wasm.Build("probe.wasm", "", "./host/probe/plugin")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})
