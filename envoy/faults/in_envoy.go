package main

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"mcponce/envoy"
	"mcponce/host/scenario"
)

// drainTime is how long a replaced configuration goes on.
const drainTime = time.Second

// inEnvoy is the filter in an Envoy of the version.
func inEnvoy(version string) platform {
	return platform{"Envoy " + version, func(s setting, origin string) (scenario.Gateway, error) {
		binary, err := envoy.Binary(version)
		if err != nil {
			return nil, err
		}
		wasm, err := faultsWasm()
		if err != nil {
			return nil, err
		}
		g := &envoyGateway{setting: s, options: envoy.Options{Binary: binary, Wasm: wasm, Upstream: origin, Concurrency: 1,
			Plugin: s.configuration(1), Drain: drainTime, Edit: s.edit}}
		if err := g.start(); err != nil {
			return nil, err
		}
		return g, nil
	}}
}

var idleTimeout = regexp.MustCompile(`idle_timeout: [1-9][0-9.]*s`)

// edit sets the calls' idle timeout.
func (s setting) edit(config string) (string, error) {
	if s.idle == 0 {
		return config, nil
	}
	if n := len(idleTimeout.FindAllString(config, -1)); n != 1 {
		return "", fmt.Errorf("envoy.yaml: want one idle timeout of the calls, found %d", n)
	}
	return idleTimeout.ReplaceAllString(config, fmt.Sprintf("idle_timeout: %ds", s.idle)), nil
}

// envoyGateway is a scenario.Gateway.
type envoyGateway struct {
	*envoy.Process
	setting setting
	options envoy.Options
	version int // of the configuration
}

func (g *envoyGateway) start() error {
	process, err := envoy.Start(context.Background(), g.options)
	if err == nil {
		g.Process, g.version = process, 1
	}
	return err
}

func (g *envoyGateway) kill() error {
	g.Stop() // it kills
	return g.start()
}

// update returns when connections are served by the new configuration, and those of the old one drain.
func (g *envoyGateway) update() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	g.version++
	next := g.options
	next.Plugin = g.setting.configuration(g.version)
	if err := g.Update(ctx, next); err != nil {
		return err
	}
	for {
		stats, err := g.Stats(ctx)
		if err != nil {
			return fmt.Errorf("the update: %w", err)
		}
		if stats["listener_manager.total_filter_chains_draining"] > 0 {
			return nil
		}
		time.Sleep(pollEvery)
	}
}

func (g *envoyGateway) lost() (uint64, error) {
	stats, err := g.Stats(context.Background())
	return stats["http.mcp.downstream_cx_destroy_remote_active_rq"], err
}

// Counters implements scenario.Gateway.
func (g *envoyGateway) Counters() (map[string]uint64, error) {
	stats, err := g.Stats(context.Background())
	ours := map[string]uint64{}
	for name, value := range stats {
		if name, found := strings.CutPrefix(name, "wasmcustom."); found {
			ours[name] = value
		}
	}
	return ours, err
}

// Advance implements scenario.Gateway.
func (g *envoyGateway) Advance(d time.Duration) { time.Sleep(d) }

// Log implements scenario.Gateway.
func (g *envoyGateway) Log() string { return g.LogTail() }

// Close implements scenario.Gateway.
func (g *envoyGateway) Close() { g.Stop() }
