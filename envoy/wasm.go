package envoy

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var (
	builtWasm       = sync.OnceValues(func() (string, error) { return buildWasm("plugin.wasm", "") })
	builtFaultsWasm = sync.OnceValues(func() (string, error) { return buildWasm("faults.wasm", "faults") })
)

// Wasm builds the plugin once in a test run and returns the path of build/plugin.wasm.
func Wasm(t testing.TB) string {
	t.Helper()
	path, err := builtWasm()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// faultsWasm builds the plugin with its fault points, for tests only.
func faultsWasm(t testing.TB) string {
	t.Helper()
	path, err := builtFaultsWasm()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// buildWasm renames the finished file into place: packages are tested at the same time, and none may load half a module.
func buildWasm(name, tags string) (string, error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	path := filepath.Join(root, "build", name)
	partial := fmt.Sprintf("%s.%d.wasm", path, os.Getpid())
	defer os.Remove(partial)
	build := exec.Command("go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-tags", tags, "-o", partial, "./plugin")
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the plugin: %w\n%s", err, out)
	}
	return path, os.Rename(partial, path)
}
