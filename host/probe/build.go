package probe

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Build compiles the plugin into a file below the test's temporary folder.
func Build(t testing.TB) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "probe.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-o", path, "mcponce/host/probe/plugin")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatal(fmt.Errorf("building the probe: %w\n%s", err, out))
	}
	return path
}
