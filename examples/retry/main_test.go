package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
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
			report, err := run(bounded(t), o)
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

func TestAnAttemptThatTheServerRefusesFails(t *testing.T) {
	for name, c := range map[string]struct {
		refused int32 // number of the call, from 1
		broke   bool  // whether the connection breaks before that
	}{
		"first": {1, false},
		"retry": {2, true},
	} {
		t.Run(name, func(t *testing.T) {
			ledger := start(t, false)
			var calls atomic.Int32
			url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Mcp-Method") == "tools/call" && calls.Add(1) == c.refused {
					w.WriteHeader(http.StatusServiceUnavailable)
					return
				}
				ledger.ServeHTTP(w, r)
			}))
			report, err := run(bounded(t), options{url: url + "/mcp", ledgerURL: url + "/ledger", principal: "alice", key: "k1"})
			if err == nil || !strings.Contains(err.Error(), "Service Unavailable") {
				t.Errorf("want the server's refusal, got %v", err)
			}
			if report.Receipt != "" || (report.FirstError != "") != c.broke {
				t.Errorf("want no receipt, and a first error: %t; got %+v", c.broke, report)
			}
		})
	}
}

func TestTheRetryIsSentAgainWhileTheFirstAttemptIsRunning(t *testing.T) {
	ledger := start(t, false)
	var calls atomic.Int32
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Method") != "tools/call" || calls.Add(1) != 2 {
			ledger.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":3,"error":{"code":%d,"message":"still running","data":{"retryAfterMs":1}}}`, client.CodeInProgress)
	}))
	report, err := run(bounded(t), options{url: url + "/mcp", ledgerURL: url + "/ledger", principal: "alice", key: "k1"})
	if err != nil {
		t.Fatal(err)
	}
	if first, retry := string(report.FirstID), string(report.RetryID); report.Receipt != "r-000002" || first != "2" || retry != "4" {
		t.Errorf("want receipt r-000002 from the call with id 4, got %+v", report)
	}
}

func TestAFirstAttemptThatIsAnsweredFails(t *testing.T) {
	s, err := server.New(server.Options{Ledger: filepath.Join(t.TempDir(), "ledger.jsonl")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	url := serve(t, s)
	report, err := run(bounded(t), options{url: url + "/mcp", principal: "alice", key: "k1", cutAfter: time.Hour})
	if err == nil || report.FirstError != "" {
		t.Errorf("want an error, since nothing broke; got %v, %+v", err, report)
	}
}

func bounded(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}
