package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"mcponce/host"
)

// serve is the command line of mcponce serve.
type serve struct {
	Upstream string        `required:"" placeholder:"HOST:PORT" help:"The MCP server, plain HTTP."`
	Config   string        `placeholder:"FILE" help:"The filter's configuration, JSON. Without it the smallest one is shown."`
	Listen   string        `default:"127.0.0.1:10000" help:"Where clients connect; port 0: any that is free."`
	Admin    string        `default:"127.0.0.1:9901" help:"Where /healthz and /metrics are."`
	Workers  int           `default:"2" help:"Worker threads, each with a filter of its own."`
	Wasm     string        `default:"build/plugin.wasm" placeholder:"FILE" help:"The compiled filter (${default})."`
	Drain    time.Duration `default:"30s" help:"How long calls in flight may go on after SIGTERM or Ctrl-C; a second one ends at once."`
}

// Run serves until ctx ends, and then lets what is in flight end. Standard output has one line, for programs: "listening
// on http://HOST:PORT", when clients can connect. The log is on standard error.
func (s *serve) Run(ctx context.Context) error {
	return s.run(ctx, os.Stderr, func(url, _ string) { fmt.Println("listening on", url) })
}

// run tells ready where it listens.
func (s *serve) run(ctx context.Context, log io.Writer, ready func(url, admin string)) error {
	options, governs, err := s.options()
	if err != nil {
		return err
	}
	lines := newLines(log, governs)
	options.Log, options.Access = lines.log, lines.access
	admin, err := net.Listen("tcp", s.Admin)
	if err != nil {
		return listenFault("--admin", err)
	}
	defer admin.Close()
	gateway, err := host.Start(ctx, options)
	if err != nil {
		return s.startFault(err)
	}
	s.greet(lines, strings.TrimPrefix(gateway.URL(), "http://"), admin.Addr().String(), options.Upstream)
	server := &http.Server{Handler: adminHandler(ctx, gateway.Metrics)}
	go server.Serve(admin)
	defer server.Close()
	ready(gateway.URL(), "http://"+admin.Addr().String())
	<-ctx.Done()
	return s.end(lines, gateway)
}

// greet says what runs, and warns of what may surprise.
func (s *serve) greet(lines *lines, listen, admin, upstream string) {
	lines.say("http://%s before the MCP server at %s, %d workers; /healthz and /metrics at http://%s", listen, upstream, s.Workers, admin)
	lines.say("records are kept in this process: after a restart every key is new")
	for _, address := range []string{listen, admin} {
		if exposed(address) {
			lines.say("%v: other machines may reach %s, and nothing here authenticates who calls", host.LevelWarn, address)
		}
	}
	if err := reach(upstream); err != nil {
		lines.say("%v: the MCP server cannot be reached yet, and calls are refused until it can: %v", host.LevelWarn, err)
	}
	lines.started()
}

const reachBound = 2 * time.Second // so long a server that does not answer holds the start up

func reach(address string) error {
	connection, err := net.DialTimeout("tcp", address, reachBound)
	if err != nil {
		return err
	}
	return connection.Close()
}

// end lets what is in flight end.
func (s *serve) end(lines *lines, gateway *host.Gateway) error {
	lines.say("draining: new connections are refused, calls in flight have %v; a second signal ends them now", s.Drain)
	bound, cancel := context.WithTimeout(context.Background(), s.Drain)
	defer cancel()
	if gateway.Shutdown(bound) != nil {
		return fmt.Errorf("requests that were open after --drain %v were cut", s.Drain)
	}
	lines.say("drained")
	return nil
}
