package envoy

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// origin is an MCP server that answers when it is told to, and counts what it executes.
type origin struct {
	address string // ip:port

	mu       sync.Mutex
	executed map[string]int // by key
	gate     chan struct{}  // answers go out when it is closed
}

func startOrigin(t *testing.T) *origin {
	o := &origin{executed: map[string]int{}}
	o.hold()
	server := httptest.NewServer(o)
	o.address = server.Listener.Addr().String()
	t.Cleanup(func() {
		o.release()
		server.CloseClientConnections()
		server.Close()
	})
	return o
}

// hold keeps back the answers to the calls that come from now on.
func (o *origin) hold() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.gate = make(chan struct{})
}

// release lets the answers go out, also those to the calls that come later.
func (o *origin) release() {
	o.mu.Lock()
	defer o.mu.Unlock()
	select {
	case <-o.gate:
	default:
		close(o.gate)
	}
}

// ServeHTTP implements http.Handler.
func (o *origin) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var call struct {
		ID json.RawMessage `json:"id"`
	}
	if r.URL.Path != "/mcp" || json.NewDecoder(r.Body).Decode(&call) != nil {
		http.NotFound(w, r)
		return
	}
	key := strings.Trim(r.Header.Get("idempotency-key"), `"`)
	select {
	case <-o.execute(key):
		w.Header().Set("content-type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%q}]}}`, call.ID, key)
	case <-r.Context().Done():
	}
}

func (o *origin) execute(key string) (gate chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.executed[key]++
	return o.gate
}

// executions of one key.
func (o *origin) executions(key string) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.executed[key]
}

// total counts all executions.
func (o *origin) total() (n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, times := range o.executed {
		n += times
	}
	return n
}
