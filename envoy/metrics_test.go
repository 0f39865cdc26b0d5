package envoy

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

const metricsPlugin = `{
	"paths": ["/mcp"], "principal": {"header": "x-user"}, "callout": {"cluster": "mcp_upstream"},
	"tools": [
		{"match": ["balance"], "effect": "read"},
		{"match": ["note"], "key": "pass"},
		{"match": ["inline"], "execution": "inline"},
		{"match": ["*"]}
	]}`

// startBefore runs Envoy 1.40.0 with the plugin on two workers before a handler.
func startBefore(t *testing.T, plugin string, handler http.Handler) *Process {
	t.Helper()
	return startWorkers(t, 2, plugin, handler)
}

func startWorkers(t *testing.T, workers int, plugin string, handler http.Handler) *Process {
	t.Helper()
	return startVersion(t, Newest, Options{Plugin: plugin, Concurrency: workers}, handler)
}

// startVersion runs an Envoy of a version before a handler; what its options do not say is put in.
func startVersion(t testing.TB, version string, o Options, handler http.Handler) *Process {
	t.Helper()
	binary, err := Binary(version)
	if err != nil {
		t.Fatal(err)
	}
	upstream := httptest.NewServer(handler)
	t.Cleanup(upstream.Close)
	o.Binary, o.Wasm, o.Upstream = binary, Wasm(t), strings.TrimPrefix(upstream.URL, "http://")
	p, err := Start(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Stop)
	return p
}

// callTool posts a tools/call and returns the answer's body.
func callTool(t testing.TB, url, tool, key, arguments string) string {
	t.Helper()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments)
	request, err := http.NewRequest(http.MethodPost, url+"/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = http.Header{"Content-Type": {"application/json"}, "X-User": {"alice"}, "Mcp-Protocol-Version": {"2026-07-28"}}
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
	}
	return string(answer)
}

// result answers every call, or refuses it where the tool is called "busy".
var result = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	if strings.Contains(string(body), `"busy"`) {
		http.Error(w, "slow down", http.StatusTooManyRequests)
		return
	}
	w.Header().Set("content-type", "application/json")
	io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"content":[],"resultType":"complete"}}`)
})

func TestEveryAttemptEndsInOneCountedOutcome(t *testing.T) {
	p := startBefore(t, metricsPlugin, result)
	const workers, each = 8, 100
	var reads uint64
	var mu sync.Mutex
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(w)))
			for range each {
				tool := []string{"transfer", "inline", "busy", "note", "balance"}[random.IntN(5)]
				key := []string{"", `"`, fmt.Sprint("k", random.IntN(40))}[random.IntN(3)]
				arguments := []string{`{"amount":1}`, `{"amount":2}`, `[]`}[random.IntN(3)]
				callTool(t, p.URL(), tool, key, arguments)
				if tool == "balance" {
					mu.Lock()
					reads++
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	stats, err := p.Stats(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var outcomes, attempts uint64
	seen := 0
	for name, value := range stats {
		switch {
		case strings.HasPrefix(name, "wasmcustom.mcponce.attempts.outcome."):
			outcomes += value
			seen++
		case strings.HasPrefix(name, "wasmcustom.mcponce.vm."):
			attempts += value
		}
	}
	if want := uint64(workers*each) - reads; outcomes != want || attempts != want {
		t.Errorf("%d outcomes, %d attempts; want %d, the governed requests sent", outcomes, attempts, want)
	}
	if seen < 7 {
		t.Errorf("only %d kinds of outcome in a mixed run: it proves little", seen)
	}
}

func TestAccessLogAndPrometheusShowTheOutcome(t *testing.T) {
	p := startBefore(t, metricsPlugin, result)
	callTool(t, p.URL(), "transfer", "k", "{}")
	callTool(t, p.URL(), "transfer", "k", "{}")
	callTool(t, p.URL(), "inline", "k", "{}")
	callTool(t, p.URL(), "transfer", "k", `{"amount":1}`)
	callTool(t, p.URL(), "balance", "", "{}")
	response, err := http.Get(p.AdminURL() + "/stats/prometheus")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	metrics, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`mcponce_attempts\{outcome="executed"\} 2`,
		`mcponce_attempts\{outcome="replayed"\} 1`,
		`mcponce_attempts\{outcome="idempotency_key_conflict"\} 1`,
		`mcponce_vm_attempts\{vm="\d+"\} \d`,
		`mcponce_store_records\{\} 2`,
	} {
		if !regexp.MustCompile(`(?m)^` + line).Match(metrics) {
			t.Errorf("/stats/prometheus has no line %s", line)
		}
	}
	for _, line := range []string{
		"POST /mcp 200 executed mcponce_executed", // detached
		"POST /mcp 200 replayed mcponce_replayed",
		"POST /mcp 200 executed via_upstream", // inline
		"POST /mcp 200 idempotency_key_conflict mcponce_idempotency_key_conflict",
		"POST /mcp 200 - via_upstream", // the reading tool
	} {
		awaitLog(t, p, line)
	}
}

// awaitLog waits until Envoy's log, which is written with a delay, holds the text.
func awaitLog(t *testing.T, p *Process, text string) {
	t.Helper()
	for bound := time.Now().Add(30 * time.Second); time.Now().Before(bound); time.Sleep(pollEvery) {
		log, err := os.ReadFile(p.Log())
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(log), text) {
			return
		}
	}
	t.Errorf("the log has no line with %q:\n%s", text, p.LogTail())
}
