package main

import (
	"context"
	_ "embed"
	"path/filepath"

	"mcponce/envoy"
)

//go:embed mcponce.json
var configuration string

// envoyWithMcponce returns what starts Envoy, with mcponce in its filter chain, in front of an upstream.
func envoyWithMcponce(binary, wasm string) startGateway {
	return func(ctx context.Context, upstream string) (gateway, error) {
		wasm, err := filepath.Abs(wasm)
		if err != nil {
			return nil, err
		}
		return envoy.Start(ctx, envoy.Options{
			Binary: binary, Wasm: wasm, Plugin: configuration, Upstream: upstream, Concurrency: 2,
		})
	}
}
