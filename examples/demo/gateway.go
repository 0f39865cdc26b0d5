package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"mcponce/envoy"
)

//go:embed mcponce.json
var configuration string

// gateway is what stands between the client and the MCP server.
type gateway interface {
	URL() string // http://HOST:PORT
	LogTail() string
	Stop()               // may be called again
	Decisions() []string // after Stop: a heading, and a line for each decision; nothing where the log is not for people
}

// way is a way to run mcponce.
type way struct {
	name  string
	start func(ctx context.Context, bin programs, upstream string) (gateway, error) // before upstream, HOST:PORT
}

// chosen is the way of this name. wasm is the path of the plugin.
func chosen(name, wasm string) (way, error) {
	wasm, err := filepath.Abs(wasm)
	if err != nil {
		return way{}, err
	}
	switch name {
	case "serve":
		return throughServe(wasm), nil
	case "envoy":
		binary, err := envoy.Binary(envoy.Newest)
		return throughEnvoy(binary, wasm), err
	default:
		return way{}, fmt.Errorf("the gateway: want serve or envoy, got %q", name)
	}
}

// throughEnvoy has mcponce in the filter chain of an Envoy.
func throughEnvoy(binary, wasm string) way {
	return way{"Envoy and mcponce", func(ctx context.Context, _ programs, upstream string) (gateway, error) {
		p, err := envoy.Start(ctx, envoy.Options{
			Binary: binary, Wasm: wasm, Plugin: configuration, Upstream: upstream, Concurrency: 2,
		})
		return inEnvoy{p}, err
	}}
}

// inEnvoy is a running Envoy.
type inEnvoy struct{ *envoy.Process }

func (inEnvoy) Decisions() []string { return nil }

// throughServe is mcponce serve, a process of its own.
func throughServe(wasm string) way {
	return way{"mcponce", func(ctx context.Context, bin programs, upstream string) (gateway, error) {
		config := filepath.Join(string(bin), "mcponce.json")
		if err := os.WriteFile(config, []byte(configuration), 0o600); err != nil {
			return nil, err
		}
		g := &served{}
		var err error
		g.running, err = bin.startServer(ctx, &g.log, "mcponce", "serve", "--upstream", upstream, "--config", config, "--wasm", wasm,
			"--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0")
		if err != nil {
			return nil, fmt.Errorf("%w\n%s", err, g.log.String())
		}
		fmt.Printf("   $ mcponce serve --upstream %s --config mcponce.json\n", upstream)
		return g, nil
	}}
}

// served is a running mcponce serve.
type served struct {
	running
	log logBuffer
}

func (g *served) URL() string     { return g.url }
func (g *served) LogTail() string { return g.log.String() }
func (g *served) Stop()           { g.stop() }

func (g *served) Decisions() (table []string) {
	for line := range strings.Lines(g.log.String()) {
		switch {
		case strings.HasPrefix(line, "TIME"):
			table = []string{line}
		case strings.Contains(line, "  draining: "):
			return table
		case table != nil:
			table = append(table, line)
		}
	}
	return table
}

// logBuffer is written by a process and read meanwhile.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
