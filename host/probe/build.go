package probe

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// Wasm is the plugin, built once in a test run.
func Wasm(t testing.TB) []byte {
	t.Helper()
	wasm, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

var built = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "mcponce-probe-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "probe.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-o", path, "mcponce/host/probe/plugin")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the probe: %w\n%s", err, out)
	}
	return os.ReadFile(path)
})
