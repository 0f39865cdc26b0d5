package host_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var (
	builtPlugin       = sync.OnceValues(func() ([]byte, error) { return buildPlugin("") })
	builtFaultsPlugin = sync.OnceValues(func() ([]byte, error) { return buildPlugin("faults") })
)

// plugin is the filter, built once in a test run.
func plugin(t testing.TB) []byte { return built(t, builtPlugin) }

// faultsPlugin is the filter with its fault points.
func faultsPlugin(t testing.TB) []byte { return built(t, builtFaultsPlugin) }

func built(t testing.TB, build func() ([]byte, error)) []byte {
	t.Helper()
	wasm, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

func buildPlugin(tags string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "mcponce-host-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "plugin.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-tags", tags, "-o", path, "mcponce/plugin")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the plugin: %w\n%s", err, out)
	}
	return os.ReadFile(path)
}
