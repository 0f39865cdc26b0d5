package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"mcponce/host"
	"mcponce/host/local"
	"mcponce/host/scenario"
)

// onHost is the filter on the wazero host: in this process, or, to be killed, in mcponce serve.
var onHost = platform{"wazero host", func(s setting, origin string) (scenario.Gateway, error) {
	if s.killed {
		return startServe(s, origin)
	}
	return startHost(s, origin)
}}

// hostGateway is a scenario.Gateway.
type hostGateway struct {
	*host.Gateway
	setting setting
	plugin  host.Plugin
	version int // of the configuration
	log     hostLog
	left    atomic.Uint64 // streams whose clients have left them
}

func startHost(s setting, origin string) (scenario.Gateway, error) {
	path, err := faultsWasm()
	if err != nil {
		return nil, err
	}
	wasm, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	o, err := local.Options(wasm, s.configuration(1), origin)
	if err != nil {
		return nil, err
	}
	g := &hostGateway{setting: s, plugin: o.Plugin, version: 1}
	o.DrainTime, o.Log, o.Access = drainTime, g.log.add, g.ended
	if s.idle > 0 {
		o.IdleTimeout = time.Duration(s.idle) * time.Second
	}
	if g.Gateway, err = host.Start(context.Background(), o); err != nil {
		return nil, err
	}
	return g, nil
}

func (g *hostGateway) update() error {
	g.version++
	g.plugin.Configuration = g.setting.configuration(g.version)
	return g.Update(context.Background(), g.plugin)
}

// ended is told of every stream's end.
func (g *hostGateway) ended(a host.Access) {
	if a.Details == "downstream_remote_disconnect" {
		g.left.Add(1)
	}
}

func (g *hostGateway) lost() (uint64, error) { return g.left.Load(), nil }

// Counters implements scenario.Gateway.
func (g *hostGateway) Counters() (map[string]uint64, error) {
	values := map[string]uint64{}
	for name, metric := range g.Metrics() {
		values[name] = metric.Value
	}
	return values, nil
}

// Log implements scenario.Gateway.
func (g *hostGateway) Log() string { return g.log.String() }

// hostLog keeps the end of a log.
type hostLog struct {
	mu    sync.Mutex
	lines []string
}

const hostLogLines = 40

func (l *hostLog) add(level host.Level, line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, fmt.Sprintf("%s %s", level, line))
	l.lines = l.lines[max(0, len(l.lines)-hostLogLines):]
}

func (l *hostLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.lines, "\n")
}
