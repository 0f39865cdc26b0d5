package envoy

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// The stack of a VM in V8 is small, and a VM that exhausts it is lost with all its calls.

const oneWorker = `{"paths": ["/mcp"], "principal": {"header": "x-user"}, "callout": {"cluster": "mcp_upstream"}, "tools": [
	{"match": ["inline"], "execution": "inline"}, {"match": ["*"]}]}`

func TestAnswerOfAnyDepthIsRecordedAndReplayed(t *testing.T) {
	const depth = 50_000
	deep := strings.Repeat("[", depth) + strings.Repeat("]", depth)
	p := startBefore(t, oneWorker, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("content-type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"structuredContent":`+deep+`,"resultType":"complete"}}`)
	}))
	for _, tool := range []string{"inline", "transfer"} {
		for range 2 {
			if answer := callTool(t, p.URL(), tool, "k", "{}"); !strings.Contains(answer, deep) {
				t.Errorf("%s: got %d bytes, %.200s; want the result", tool, len(answer), answer)
			}
		}
	}
}

func TestHundredsOfWaitersOnOneWorkerAreAnswered(t *testing.T) {
	const waiters = 800
	resume := make(chan struct{})
	p := startWorkers(t, 1, oneWorker, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		<-resume
		w.Header().Set("content-type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"content":[],"resultType":"complete"}}`)
	}))
	answers := make(chan string, waiters+1)
	var wg sync.WaitGroup
	for range waiters + 1 {
		wg.Go(func() { answers <- callTool(t, p.URL(), "transfer", "k", "{}") })
	}
	awaitMetric(t, p, "wasmcustom.mcponce.waiting", waiters)
	close(resume)
	wg.Wait()
	close(answers)
	replays := 0
	for answer := range answers {
		switch {
		case strings.Contains(answer, "mcponce/replayed"):
			replays++
		case !strings.Contains(answer, `"result"`):
			t.Fatalf("got %q; want a result", answer)
		}
	}
	if replays != waiters {
		t.Errorf("%d replays; want %d", replays, waiters)
	}
}

// awaitMetric waits until a metric has a value.
func awaitMetric(t *testing.T, p *Process, name string, want uint64) {
	t.Helper()
	got := uint64(0)
	for bound := time.Now().Add(30 * time.Second); time.Now().Before(bound); time.Sleep(pollEvery) {
		stats, err := p.Stats(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if got = stats[name]; got == want {
			return
		}
	}
	t.Fatal(fmt.Sprintf("want %s to become %d, it is %d", name, want, got))
}
