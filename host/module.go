package host

import (
	"context"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// module is a compiled filter, of which VMs are instances.
type module struct {
	wasm     []byte
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
}

// abiMarkers are the exports that name the ABI version. Both versions have the same functions but for one.
var abiMarkers = []string{"proxy_abi_version_0_2_0", "proxy_abi_version_0_2_1"}

const allocator = "proxy_on_memory_allocate"

// compile checks that the module is a proxy-wasm filter that can run here.
func compile(ctx context.Context, wasm []byte, cacheDir string) (*module, error) {
	config := wazero.NewRuntimeConfig()
	if cacheDir != "" {
		cache, err := wazero.NewCompilationCacheWithDir(cacheDir)
		if err != nil {
			return nil, fmt.Errorf("Options.CacheDir: %w", err)
		}
		config = config.WithCompilationCache(cache)
	}
	m := &module{wasm: wasm, runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	if err := m.load(ctx); err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

func (m *module) load(ctx context.Context) (err error) {
	if m.compiled, err = m.runtime.CompileModule(ctx, m.wasm); err != nil {
		return fmt.Errorf("the plugin is not a WebAssembly module that can run: %w", err)
	}
	exports := m.compiled.ExportedFunctions()
	if exports[abiMarkers[0]] == nil && exports[abiMarkers[1]] == nil {
		return fmt.Errorf("the plugin is not a proxy-wasm filter: want an export %s or %s, it has neither", abiMarkers[0], abiMarkers[1])
	}
	if exports[allocator] == nil {
		return fmt.Errorf("the plugin is not a proxy-wasm filter: want an export %s, it has none", allocator)
	}
	for name, functions := range map[string][]hostFunction{"env": hostFunctions, "wasi_snapshot_preview1": wasiFunctions} {
		builder := m.runtime.NewHostModuleBuilder(name)
		for _, f := range functions {
			builder.NewFunctionBuilder().WithGoModuleFunction(f.goFunction(), f.types(), f.results()).Export(f.name)
		}
		if _, err := builder.Instantiate(ctx); err != nil {
			return err
		}
	}
	return nil
}

// instantiate makes an instance and runs its initialization. ctx carries the VM.
func (m *module) instantiate(ctx context.Context) (api.Module, error) {
	return m.runtime.InstantiateModule(ctx, m.compiled, wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize"))
}

func (m *module) close() { _ = m.runtime.Close(context.Background()) }
