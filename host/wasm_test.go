package host_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"mcponce/build/wasm"
	"mcponce/host"
	"mcponce/host/local"
)

var (
	builtPlugin       = sync.OnceValues(func() ([]byte, error) { return build("plugin.wasm", "") })
	builtFaultsPlugin = sync.OnceValues(func() ([]byte, error) { return build("faults.wasm", "faults") })
)

// TestMain builds the filter for the examples, which read it as a file.
func TestMain(m *testing.M) {
	if _, err := builtPlugin(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// plugin is the filter, built once in a test run.
func plugin(t testing.TB) []byte { return built(t, builtPlugin) }

// faultsPlugin is the filter with its fault points.
func faultsPlugin(t testing.TB) []byte { return built(t, builtFaultsPlugin) }

// cacheDir keeps what the tests compile.
var cacheDir = filepath.Join("..", "build", "cache")

// options are those of mcponce's own gateway, with what is compiled kept in build/.
func options(module []byte, config, upstream string) (host.Options, error) {
	o, err := local.Options(module, config, upstream)
	if err == nil {
		o.CacheDir = cacheDir
	}
	return o, err
}

func built(t testing.TB, build func() ([]byte, error)) []byte {
	t.Helper()
	module, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return module
}

func build(name, tags string) ([]byte, error) {
	path, err := wasm.Build(name, tags, "./plugin")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}
