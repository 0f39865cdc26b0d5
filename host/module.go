package host

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

// module is the compiled filter, of which every VM is an instance.
type module struct {
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
}

// abiMarkers are the exports that name the ABI version. Both versions have the same functions but for one.
var abiMarkers = []string{"proxy_abi_version_0_2_0", "proxy_abi_version_0_2_1"}

const allocator = "proxy_on_memory_allocate"

// compile checks that the module is a proxy-wasm filter that can run here.
func compile(ctx context.Context, o Options) (*module, error) {
	config := wazero.NewRuntimeConfig()
	if o.CacheDir != "" {
		cache, err := wazero.NewCompilationCacheWithDir(o.CacheDir)
		if err != nil {
			return nil, fmt.Errorf("Options.CacheDir: %w", err)
		}
		config = config.WithCompilationCache(cache)
	}
	m := &module{runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	if err := m.load(ctx, o.Wasm); err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

func (m *module) load(ctx context.Context, wasm []byte) (err error) {
	if m.compiled, err = m.runtime.CompileModule(ctx, wasm); err != nil {
		return fmt.Errorf("the plugin is not a WebAssembly module that can run: %w", err)
	}
	exports := m.compiled.ExportedFunctions()
	if exports[abiMarkers[0]] == nil && exports[abiMarkers[1]] == nil {
		return fmt.Errorf("the plugin is not a proxy-wasm filter: want an export %s or %s, it has neither", abiMarkers[0], abiMarkers[1])
	}
	if exports[allocator] == nil {
		return fmt.Errorf("the plugin is not a proxy-wasm filter: want an export %s, it has none", allocator)
	}
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, m.runtime); err != nil {
		return err
	}
	env := m.runtime.NewHostModuleBuilder("env")
	for _, f := range hostFunctions {
		env.NewFunctionBuilder().WithGoModuleFunction(f.goFunction(), f.types(), []api.ValueType{api.ValueTypeI32}).Export(f.name)
	}
	_, err = env.Instantiate(ctx)
	return err
}

// instantiate makes an instance and runs its initialization. The clocks are those of the gateway: Go's garbage collector
// starves under wazero's own, which count calls.
func (m *module) instantiate(ctx context.Context, c *clock, output func(Level) logWriter) (api.Module, error) {
	config := wazero.NewModuleConfig().
		WithName("").
		WithStartFunctions("_initialize").
		WithRandSource(rand.Reader).
		WithSysNanosleep().
		WithOsyield(func() {}).
		WithNanotime(func() int64 { return int64(c.monotonic()) }, sys.ClockResolution(1)).
		WithWalltime(func() (int64, int32) {
			now := c.wall()
			return now.Unix(), int32(now.Nanosecond())
		}, sys.ClockResolution(1)).
		WithStdout(output(LevelInfo)).
		WithStderr(output(LevelError))
	return m.runtime.InstantiateModule(ctx, m.compiled, config)
}

func (m *module) close() { _ = m.runtime.Close(context.Background()) }

// logWriter logs what the filter writes to a standard stream, as one line for each write.
type logWriter func(string)

func (w logWriter) Write(p []byte) (int, error) {
	w(string(p))
	return len(p), nil
}
