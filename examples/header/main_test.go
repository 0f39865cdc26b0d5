package main

import (
	"context"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"mcponce/examples/ledger/server"
)

func TestNetHTTPSendsTheCallAgainAndTheCallerSeesNoError(t *testing.T) {
	for name, json := range map[string]bool{"event stream": false, "json": true} {
		t.Run(name, func(t *testing.T) {
			over := make(chan struct{})
			s, err := server.New(server.Options{
				Ledger: filepath.Join(t.TempDir(), "ledger.jsonl"), JSON: json,
				Work: func(e server.Entry) {
					if e.Execution == 1 {
						<-over
					}
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			h := httptest.NewServer(s)
			t.Cleanup(func() { close(over); h.Close(); s.Close() })

			got, err := run(bounded(t), options{h.URL + "/mcp", "alice", "k1", h.URL + "/ledger"})
			if err != nil {
				t.Fatal(err)
			}
			if len(got.posts) != 2 || string(got.posts[0]) != string(got.posts[1]) {
				t.Errorf("want 2 POSTs with the same JSON-RPC id, got %s", got.posts)
			}
			if got.executions != 2 || got.outcome.Receipt != "r-000002" {
				t.Errorf("want 2 executions and the receipt of the second, got %d and %s", got.executions, got.outcome.Receipt)
			}
		})
	}
}

func bounded(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}
