package main

import (
	"context"

	"mcponce/envoy"
)

// way is how the suite reaches the server.
type way struct {
	envoy string // version of the Envoy, with mcponce, before the server; none if empty
	keyed bool   // a key is put on every request
}

func (w way) String() string {
	name := "without mcponce"
	if w.envoy != "" {
		name = "Envoy " + w.envoy
	}
	if w.keyed {
		name += ", keyed"
	}
	return name
}

// gateways to compare with the direct way, which is the first.
var gateways = []string{"", envoy.Oldest, envoy.Newest}

// configuration lets calls without a key pass, since the suite sends none, and governs every tool.
const configuration = `{
	"paths": ["/mcp"],
	"namespace": "conformance",
	"anonymous": "shared",
	"callout": {"cluster": "mcp_upstream"},
	"tools": [{"match": ["*"], "key": "pass"}]
}`

// bench is what the ways stand on.
type bench struct {
	suite  suite
	server string // path of the MCP server
	wasm   string // path of the plugin
}

// result runs a revision's part of the suite over the way once, before a server that has answered nobody yet.
func (b bench) result(ctx context.Context, w way, r revision) ([]string, error) {
	origin, err := startServer(ctx, b.server, r.stateless)
	if err != nil {
		return nil, err
	}
	defer origin.stop()
	url := "http://" + origin.address
	if w.envoy != "" {
		gateway, err := b.startEnvoy(ctx, w.envoy, origin.address)
		if err != nil {
			return nil, err
		}
		defer gateway.Stop()
		url = gateway.URL()
	}
	if w.keyed {
		front, err := startKeying(url)
		if err != nil {
			return nil, err
		}
		defer front.Close()
		url = front.URL
	}
	return b.suite.run(ctx, url+"/mcp", r.name, w.keyed)
}

func (b bench) startEnvoy(ctx context.Context, version, upstream string) (*envoy.Process, error) {
	binary, err := envoy.Binary(version)
	if err != nil {
		return nil, err
	}
	return envoy.Start(ctx, envoy.Options{
		Binary: binary, Wasm: b.wasm, Plugin: configuration, Upstream: upstream, Concurrency: 2,
	})
}
