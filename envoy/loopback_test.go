package envoy

import (
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"mcponce/host/scenario"
)

// In the layout of loopback.yaml detached calls go through a listener of the same Envoy.

// throughListener makes a configuration of envoy.yaml one of loopback.yaml.
func throughListener(config string) string {
	return strings.Replace(config, `{"cluster": "mcp_upstream"}`, `{"cluster": "mcp_detached", "details_header": "x-mcponce-details"}`, 1)
}

func TestDetachedCallsEndThroughAListenerAsTheyDoWithout(t *testing.T) {
	binary, err := Binary(Newest)
	if err != nil {
		t.Fatal(err)
	}
	scenario.Run(t, scenarios, driver{binary: binary, wasm: Wasm(t), workers: 2, loopback: true}, "detached", "detached-timeout")
}

const loopbackPlugin = `{"paths": ["/mcp"], "principal": {"header": "x-user"}, "callout": {"cluster": "mcp_upstream"},
	"tools": [{"match": ["inline"], "execution": "inline"}, {"match": ["*"]}]}`

// startLoopback runs an Envoy in this layout before a handler.
func startLoopback(t *testing.T, version string, edit func(string) (string, error), handler http.HandlerFunc) *Process {
	t.Helper()
	return startVersion(t, version, Options{Plugin: throughListener(loopbackPlugin), Concurrency: 2, loopback: true, Edit: edit}, handler)
}

func TestRouteAndLaterFiltersApplyToDetachedCallsThroughAListener(t *testing.T) {
	for _, version := range []string{Newest, Oldest} {
		t.Run(version, func(t *testing.T) {
			seen := make(chan http.Header, 1)
			p := startLoopback(t, version, nil, func(w http.ResponseWriter, r *http.Request) {
				seen <- r.Header
				result(w, r)
			})
			for _, tool := range []string{"inline", "transfer"} {
				if answer := callTool(t, p.URL(), tool, "k", "{}"); !strings.Contains(answer, `"result"`) {
					t.Fatalf("%s: got %s; want a result", tool, answer)
				}
				headers := <-seen
				for name, want := range map[string]string{"x-tenant": "bank", "x-gateway": "mcponce", "idempotency-key": "k"} {
					if got := headers.Get(name); got != want {
						t.Errorf("%s: the server got %s: %q; want %q", tool, name, got, want)
					}
				}
			}
		})
	}
}

// A server that says what the listener would say if it had sent nothing.
func TestServerCannotForgeTheDetailsOfItsAnswer(t *testing.T) {
	var executions atomic.Int32
	p := startLoopback(t, Newest, nil, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		executions.Add(1)
		w.Header().Set("x-mcponce-details", "no_healthy_upstream")
		w.Header().Set("x-envoy-attempt-count", "7")
		http.Error(w, "no healthy upstream", http.StatusServiceUnavailable)
	})
	if answer := callTool(t, p.URL(), "transfer", "k", "{}"); answer != "no healthy upstream\n" {
		t.Errorf("the first call got %s; want the server's own answer", answer)
	}
	if answer := callTool(t, p.URL(), "transfer", "k", "{}"); !strings.Contains(answer, `"reason":"http_status"`) {
		t.Errorf("the retry got %s; want that the outcome is in doubt for its status", answer)
	}
	if n := executions.Load(); n != 1 {
		t.Errorf("%d executions; want 1", n)
	}
}

// A route that retries against all advice: what its last answer proves is not true of those before.
func TestRefusalAfterRetriesOfTheListenersRouteIsInDoubt(t *testing.T) {
	var executions atomic.Int32
	p := startLoopback(t, Newest, func(config string) (string, error) {
		return strings.Replace(config, "                  idle_timeout: 3", "                  retry_policy: {retry_on: \"5xx\", num_retries: 1}\n                  idle_timeout: 3", 1), nil
	}, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		if executions.Add(1) == 1 {
			http.Error(w, "died", http.StatusInternalServerError)
			return
		}
		http.Error(w, "slow down", http.StatusTooManyRequests)
	})
	callTool(t, p.URL(), "transfer", "k", "{}")
	if answer := callTool(t, p.URL(), "transfer", "k", "{}"); !strings.Contains(answer, `"reason":"retried"`) {
		t.Errorf("the retry got %s; want that the call was sent more than once", answer)
	}
	if n := executions.Load(); n != 2 {
		t.Errorf("%d executions; want 2: the route has to retry for this test", n)
	}
}
