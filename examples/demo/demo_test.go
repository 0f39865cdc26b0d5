package main

import (
	"context"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

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

func (f forwarder) URL() string     { return f.Server.URL }
func (f forwarder) LogTail() string { return "log of the forwarder" }
func (f forwarder) Stop()           { f.Server.Close() }

func forward(_ context.Context, upstream string) (gateway, error) {
	return forwarder{httptest.NewServer(httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: upstream}))}, nil
}

func TestTheDemoFailsWithAGatewayThatOnlyForwards(t *testing.T) {
	err := run(t.Context(), forward)
	for _, want := range []string{"another amount under the same key", "expected 1 executions in the ledger, got 3", "log of the forwarder"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}
