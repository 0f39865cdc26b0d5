package host_test

import (
	"context"
	"testing"

	"mcponce/host"
	"mcponce/host/probe"
)

// The files hold what Envoy does, callback by callback; the tests of package envoy hold them against Envoy itself.
func TestProbes(t *testing.T) {
	probe.Run(t, "probe/testdata", probeDriver{wasm: probe.Wasm(t), cache: t.TempDir()})
}

// probeDriver runs a gateway of the host for each set of options.
type probeDriver struct {
	wasm  []byte
	cache string // of the compiled module
}

func (d probeDriver) Start(o probe.Options, origin string, log func(level, line string)) (probe.Gateway, error) {
	if o.Policy != probe.FailReload || o.HTTP2 || o.VMConfiguration != "" {
		return nil, probe.ErrNotOffered
	}
	g, err := host.Start(context.Background(), host.Options{
		Wasm: d.wasm, Configuration: o.Configuration, Upstream: origin, Workers: o.Workers, CacheDir: d.cache,
		RouteTimeout: o.RouteTimeout, IdleTimeout: o.IdleTimeout, BufferLimit: o.BufferLimit, WithholdBody: o.Withhold,
		Log: func(level host.Level, line string) { log(level.String(), line) },
	})
	if err != nil {
		return nil, err
	}
	return probeGateway{g}, nil
}

type probeGateway struct{ *host.Gateway }

func (probeGateway) Update(string) error { return probe.ErrNotOffered }
