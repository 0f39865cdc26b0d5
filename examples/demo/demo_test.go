package main

import (
	"context"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"mcponce/envoy"
	"mcponce/examples/client"
	"mcponce/examples/ledger/server"
)

func TestOnlyTheExpectedRunPasses(t *testing.T) {
	want := expected{executions: 1, receipt: "r-000001", replayed: true}
	good := client.Report{FirstError: "connection reset", Receipt: "r-000001", Replayed: true}
	for name, c := range map[string]struct {
		report     client.Report
		executions int
		fault      string // empty: passes
	}{
		"as expected":       {good, 1, ""},
		"executed twice":    {good, 2, "expected 1 executions"},
		"not executed":      {good, 0, "expected 1 executions"},
		"nothing broke":     {client.Report{Receipt: "r-000001", Replayed: true}, 1, "see its connection break"},
		"another receipt":   {client.Report{FirstError: "x", Receipt: "r-000002", Replayed: true}, 1, "receipt r-000001"},
		"no receipt":        {client.Report{FirstError: "x", Replayed: true}, 1, "receipt r-000001"},
		"no mark of replay": {client.Report{FirstError: "x", Receipt: "r-000001"}, 1, "marked as replayed"},
	} {
		t.Run(name, func(t *testing.T) {
			err := want.check(c.report, make([]server.Entry, c.executions))
			if c.fault == "" && err != nil {
				t.Errorf("want no error, got %v", err)
			}
			if c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
				t.Errorf("want an error with %q, got %v", c.fault, err)
			}
		})
	}
}

// forwarder is a gateway without mcponce.
type forwarder struct{ *httptest.Server }

func (f forwarder) URL() string         { return f.Server.URL }
func (f forwarder) LogTail() string     { return "log of the forwarder" }
func (f forwarder) Stop()               { f.Server.Close() }
func (f forwarder) Decisions() []string { return nil }

func forward(_ context.Context, _ programs, upstream string) (gateway, error) {
	return forwarder{httptest.NewServer(httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: upstream}))}, nil
}

func TestTheDemoFailsWithAGatewayThatOnlyForwards(t *testing.T) {
	err := run(t.Context(), way{"a forwarder", forward})
	for _, want := range []string{"another amount under the same key", "expected 1 executions in the ledger, got 3", "log of the forwarder"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

func TestTheDemoShowsWhatItPromisesThroughEachGateway(t *testing.T) {
	wasm := envoy.Wasm(t)
	for name, decisions := range map[string][]string{"serve": {"TIME", " executed ", " replayed ", " conflict "}, "envoy": nil} {
		t.Run(name, func(t *testing.T) {
			between, err := chosen(name, wasm)
			if err != nil {
				t.Fatal(err)
			}
			var g gateway
			start := between.start
			between.start = func(ctx context.Context, bin programs, upstream string) (gateway, error) {
				g, err = start(ctx, bin, upstream)
				return g, err
			}
			if err := run(t.Context(), between); err != nil {
				t.Fatal(err)
			}
			log := strings.Join(g.Decisions(), "")
			for _, decision := range decisions {
				if strings.Count(log, decision) != 1 {
					t.Errorf("want one line with %q, got\n%s", decision, log)
				}
			}
		})
	}
}

func TestAnUnknownGatewayIsRefused(t *testing.T) {
	if _, err := chosen("nginx", "plugin.wasm"); err == nil || !strings.Contains(err.Error(), `want serve or envoy, got "nginx"`) {
		t.Errorf("want an error that names the gateways, got %v", err)
	}
}
