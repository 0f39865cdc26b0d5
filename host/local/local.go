// Package local is mcponce's gateway on the wazero host: the options that suit the filter's configuration, as
// envoy/envoy.yaml has them for Envoy.
package local

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"mcponce/host"
	"mcponce/plugin/policy"
)

const (
	idleMargin  = 30 * time.Second // of the idle timeout above the route's
	bufferLimit = 2 << 20          // above the filter's max_request: it refuses in JSON-RPC, the gateway in text
)

// Options are those of a gateway with the filter, configured by config (JSON), before the server at upstream (host:port).
// An error names the configuration's field.
func Options(wasm []byte, config, upstream string) (host.Options, error) {
	parsed, err := policy.Parse([]byte(config))
	if err != nil {
		return host.Options{}, err
	}
	if parsed.CalloutCluster != "" && parsed.CalloutCluster != host.Cluster {
		return host.Options{}, fmt.Errorf("callout.cluster: want %q, the one cluster of this gateway, got %q", host.Cluster, parsed.CalloutCluster)
	}
	timeout, _ := parsed.Longest() // shorter, and the route would end calls that may still run
	return host.Options{
		Plugin:       host.Plugin{Wasm: wasm, Configuration: config},
		Upstream:     upstream,
		RouteTimeout: timeout,
		IdleTimeout:  timeout + idleMargin,
		DrainTime:    timeout + 2*idleMargin,
		BufferLimit:  max(bufferLimit, 2*parsed.MaxRequest),
		CacheDir:     cacheDir(),
	}, nil
}

// cacheDir keeps the compiled filter between runs; empty, and so nowhere, where no folder can be made for it.
func cacheDir() string {
	base, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	dir := filepath.Join(base, "mcponce", fmt.Sprintf("wazero-%d", os.Getuid()))
	if os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	return dir
}
