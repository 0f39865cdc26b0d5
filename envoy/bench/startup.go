package main

import (
	"context"
	"os"
	"time"

	"mcponce/envoy"
)

// starts of each Envoy, by turns.
const starts = 5

// startTimes is what the plugin costs before the first request.
type startTimes struct {
	Size          int64         // of the plugin, bytes
	Plugin, Empty time.Duration // until Envoy is ready, with mcponce and with an empty Go plugin: medians
}

// Ratio is what is compared with the bar.
func (s startTimes) Ratio() float64 { return float64(s.Plugin) / float64(s.Empty) }

// Small and Fast say whether the bars are met.
func (s startTimes) Small() bool { return s.Size <= sizeBar }
func (s startTimes) Fast() bool  { return s.Ratio() <= startBar }

// Starts is how often each was started.
func (startTimes) Starts() int { return starts }

func (p paths) startTimes(ctx context.Context) (s startTimes, err error) {
	info, err := os.Stat(p.wasm)
	if err != nil {
		return s, err
	}
	var plugin, empty []time.Duration
	for range starts {
		took, err := p.startOnce(ctx, p.wasm)
		if err != nil {
			return s, err
		}
		plugin = append(plugin, took)
		if took, err = p.startOnce(ctx, p.empty); err != nil {
			return s, err
		}
		empty = append(empty, took)
	}
	return startTimes{Size: info.Size(), Plugin: median(plugin), Empty: median(empty)}, nil
}

// startOnce is the time from the start of an Envoy until it serves. It calls nobody, so that any upstream will do.
func (p paths) startOnce(ctx context.Context, wasm string) (time.Duration, error) {
	began := time.Now()
	process, err := envoy.Start(ctx, envoy.Options{Binary: p.envoy, Wasm: wasm, Plugin: pluginFor, Upstream: "127.0.0.1:9", Concurrency: workers})
	if err != nil {
		return 0, err
	}
	defer process.Stop()
	return time.Since(began), nil
}
