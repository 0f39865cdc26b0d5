package host_test

import (
	"context"
	"testing"
	"time"

	"mcponce/host"
	"mcponce/host/probe"
)

// The files hold what Envoy does, callback by callback; the tests of package envoy hold them against Envoy itself.
func TestProbes(t *testing.T) {
	probe.Run(t, "probe/testdata", probeDriver{wasm: probe.Wasm(t)})
}

// probeDriver runs a gateway of the host for each set of options.
type probeDriver struct{ wasm []byte }

var failurePolicies = map[probe.Policy]host.FailurePolicy{probe.FailReload: host.FailReload, probe.FailClosed: host.FailClosed,
	probe.FailOpen: host.FailOpen}

func (d probeDriver) Start(o probe.Options, origin string, log func(level, line string)) (probe.Gateway, error) {
	plugin := host.Plugin{Wasm: d.wasm, Configuration: o.Configuration, VMConfiguration: o.VMConfiguration}
	g, err := host.Start(context.Background(), host.Options{
		Plugin: plugin, Upstream: origin, UpstreamHTTP2: o.HTTP2, Workers: o.Workers, CacheDir: cacheDir,
		FailurePolicy: failurePolicies[o.Policy], RouteTimeout: o.RouteTimeout, IdleTimeout: o.IdleTimeout, DrainTime: probe.DrainTime,
		BufferLimit: o.BufferLimit, WithholdBody: o.Withhold,
		Log: func(level host.Level, line string) { log(level.String(), line) },
	})
	if err != nil {
		return nil, err
	}
	return probeGateway{g, plugin}, nil
}

type probeGateway struct {
	*host.Gateway
	plugin host.Plugin
}

func (g probeGateway) Update(configuration string) error {
	g.plugin.Configuration = configuration
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if g.Gateway.Update(ctx, g.plugin) != nil {
		return probe.ErrRejected
	}
	return nil
}
