package envoy

import (
	"sync"
	"testing"

	"mcponce/build/wasm"
)

var (
	builtWasm       = sync.OnceValues(func() (string, error) { return wasm.Build("plugin.wasm", "", "./plugin") })
	builtFaultsWasm = sync.OnceValues(func() (string, error) { return wasm.Build("faults.wasm", "faults", "./plugin") })
)

// Wasm builds the plugin once in a test run and returns the path of build/plugin.wasm.
func Wasm(t testing.TB) string {
	t.Helper()
	return built(t, builtWasm)
}

// faultsWasm builds the plugin with its fault points, for tests only.
func faultsWasm(t testing.TB) string {
	t.Helper()
	return built(t, builtFaultsWasm)
}

func built(t testing.TB, build func() (string, error)) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}
