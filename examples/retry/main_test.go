package main

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"mcponce/examples/client"
	"mcponce/examples/ledger/server"
)

// start serves a ledger whose first execution is not answered before the test ends.
func start(t *testing.T, json bool) *server.Server {
	t.Helper()
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
	t.Cleanup(func() { close(over); s.Close() })
	return s
}

func serve(t *testing.T, h http.Handler) (url string) {
	t.Helper()
	// Not httptest's Close: it would wait for the first execution.
	s := httptest.NewServer(h)
	t.Cleanup(func() { s.Config.Close() })
	return s.URL
}

func TestStraightAtTheServerTheRetryExecutesAgain(t *testing.T) {
	for name, json := range map[string]bool{"event stream": false, "json": true} {
		t.Run(name, func(t *testing.T) {
			url := serve(t, start(t, json))
			o := options{url: url + "/mcp", ledgerURL: url + "/ledger", principal: "alice", key: "k1"}
			report, err := run(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			if report.FirstError == "" || report.Receipt != "r-000002" || report.Replayed {
				t.Errorf("want a first error and then receipt r-000002, not replayed; got %+v", report)
			}
			if first, retry := string(report.FirstID), string(report.RetryID); first != "2" || retry != "3" {
				t.Errorf("want JSON-RPC ids 2 and 3 on the wire, got %s and %s", first, retry)
			}
			executions, err := client.Executions(t.Context(), url+"/ledger", "k1")
			if err != nil || executions != 2 {
				t.Errorf("want 2 executions, got %d, %v", executions, err)
			}
		})
	}
}

func TestARetryWithoutAResultFails(t *testing.T) {
	ledger := start(t, false)
	var calls atomic.Int32
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Method") == "tools/call" && calls.Add(1) == 2 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		ledger.ServeHTTP(w, r)
	}))
	report, err := run(t.Context(), options{url: url + "/mcp", ledgerURL: url + "/ledger", principal: "alice", key: "k1"})
	if err == nil || report.Receipt != "" || report.FirstError == "" {
		t.Errorf("want an error after the first one, got %v, %+v", err, report)
	}
}

func TestAFirstAttemptThatIsAnsweredFails(t *testing.T) {
	s, err := server.New(server.Options{Ledger: filepath.Join(t.TempDir(), "ledger.jsonl")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	url := serve(t, s)
	report, err := run(t.Context(), options{url: url + "/mcp", principal: "alice", key: "k1", cutAfter: time.Second})
	if err == nil || report.FirstError != "" {
		t.Errorf("want an error, since nothing broke; got %v, %+v", err, report)
	}
}
