package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"mcponce/host"
	"mcponce/host/local"
)

// serve is the command line of mcponce serve.
type serve struct {
	Upstream string        `required:"" placeholder:"HOST:PORT" help:"The MCP server."`
	Config   string        `required:"" placeholder:"FILE" help:"The filter's configuration, JSON."`
	Listen   string        `default:"127.0.0.1:10000" help:"Where clients connect."`
	Admin    string        `default:"127.0.0.1:9901" help:"Where /healthz and /metrics are."`
	Workers  int           `default:"2" help:"Worker threads."`
	Wasm     string        `default:"build/plugin.wasm" placeholder:"FILE" help:"The compiled filter (${default})."`
	Drain    time.Duration `default:"30s" help:"How long calls in flight may go on after SIGTERM."`
}

// Run serves until ctx ends, and then lets what is in flight end.
func (s *serve) Run(ctx context.Context) error {
	return s.run(ctx, os.Stderr, func(url, admin string) {})
}

// run tells ready where it listens.
func (s *serve) run(ctx context.Context, log io.Writer, ready func(url, admin string)) error {
	options, err := s.options()
	if err != nil {
		return err
	}
	lines := newLines(log)
	options.Log, options.Access = lines.log, lines.access
	admin, err := net.Listen("tcp", s.Admin)
	if err != nil {
		return fmt.Errorf("--admin: %w", err)
	}
	gateway, err := host.Start(ctx, options)
	if err != nil {
		admin.Close()
		return fmt.Errorf("the gateway did not start: %w", err)
	}
	lines.started()
	lines.say("serving %s for the MCP server at %s with %d workers; /healthz and /metrics are at http://%s", gateway.URL(),
		options.Upstream, options.Workers, admin.Addr())
	server := &http.Server{Handler: adminHandler(ctx, gateway)}
	go server.Serve(admin)
	defer server.Close()
	ready(gateway.URL(), "http://"+admin.Addr().String())
	<-ctx.Done()
	lines.say("draining: new connections are refused, calls in flight have %v", s.Drain)
	bound, cancel := context.WithTimeout(context.Background(), s.Drain)
	defer cancel()
	if err := gateway.Shutdown(bound); err != nil {
		return fmt.Errorf("calls that still ran after --drain %v were cut: %w", s.Drain, err)
	}
	return nil
}

func (s *serve) options() (host.Options, error) {
	config, err := os.ReadFile(s.Config)
	if err != nil {
		return host.Options{}, fmt.Errorf("--config: %w", err)
	}
	wasm, err := os.ReadFile(s.Wasm)
	if errors.Is(err, fs.ErrNotExist) {
		return host.Options{}, fmt.Errorf("--wasm: %w; make build compiles it", err)
	}
	if err != nil {
		return host.Options{}, fmt.Errorf("--wasm: %w", err)
	}
	upstream, err := address(s.Upstream)
	if err != nil {
		return host.Options{}, err
	}
	if s.Workers < 1 {
		return host.Options{}, fmt.Errorf("--workers: want at least 1, got %d", s.Workers)
	}
	options, err := local.Options(wasm, string(config), upstream)
	if err != nil {
		return host.Options{}, fmt.Errorf("--config %s: %w", s.Config, err)
	}
	options.Listen, options.Workers = s.Listen, s.Workers
	return options, nil
}

// address takes host:port, and http://host:port for those who have a URL at hand.
func address(upstream string) (string, error) {
	plain := strings.TrimSuffix(strings.TrimPrefix(upstream, "http://"), "/")
	if _, _, err := net.SplitHostPort(plain); err != nil || strings.Contains(plain, "/") {
		return "", fmt.Errorf("--upstream: want HOST:PORT, such as 127.0.0.1:9001, got %q; the path is the client's", upstream)
	}
	return plain, nil
}
