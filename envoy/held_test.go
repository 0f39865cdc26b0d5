package envoy

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// executing answers tools/call, and counts the requests that it could read to their end.
type executing struct{ executions atomic.Int32 }

func (e *executing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := io.ReadAll(r.Body); err != nil {
		return
	}
	e.executions.Add(1)
	w.Header().Set("content-type", "application/json")
	io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"content":[],"resultType":"complete"}}`)
}

// startUnheld runs Envoys without allow_on_headers_stop_iteration.
func startUnheld(t *testing.T, version, plugin string) (*Process, *executing) {
	t.Helper()
	server := &executing{}
	return startVersion(t, version, Options{Plugin: plugin, Concurrency: 1, unheld: true}, server), server
}

const unheldPlugin = `{
	"paths": ["/mcp"], "principal": {"header": "x-user"}, "callout": {"cluster": "mcp_upstream"}, "tick": "100ms",
	"tools": [{"match": ["balance"], "effect": "read"}, {"match": ["detached"], "execution": "detached"},
		{"match": ["*"], "execution": "inline"}]HOLD}`

func TestGatewayThatDoesNotHoldHeadersIsFoundOutAndGovernedCallsAreRefused(t *testing.T) {
	for _, version := range []string{Newest, Oldest} {
		t.Run(version, func(t *testing.T) {
			p, server := startUnheld(t, version, strings.Replace(unheldPlugin, "HOLD", "", 1))
			for range 2 { // the first one waits for the watchdog, the second one is known to be refused
				if answer := callTool(t, p.URL(), "transfer", "k", "{}"); !strings.Contains(answer, `"reason":"headers_not_held"`) {
					t.Errorf("got %s; want a refusal for headers_not_held", answer)
				}
			}
			if n := server.executions.Load(); n != 0 {
				t.Errorf("%d executions; want none", n)
			}
			if answer := callTool(t, p.URL(), "balance", "", "{}"); !strings.Contains(answer, `"result"`) {
				t.Errorf("a reading tool got %s; want its result", answer)
			}
		})
	}
}

func TestHoldHeadersOptionalRunsCallsOnceAllTheSame(t *testing.T) {
	p, server := startUnheld(t, Newest, strings.Replace(unheldPlugin, "HOLD", `, "hold_headers": "optional"`, 1))
	for _, tool := range []string{"transfer", "detached"} {
		server.executions.Store(0)
		first, again := callTool(t, p.URL(), tool, "k", "{}"), callTool(t, p.URL(), tool, "k", "{}")
		if strings.Contains(first, "mcponce/replayed") || !strings.Contains(first, `"result"`) {
			t.Errorf("%s: the first call got %s; want a result", tool, first)
		}
		if !strings.Contains(again, "mcponce/replayed") {
			t.Errorf("%s: the retry got %s; want a replay", tool, again)
		}
		if n := server.executions.Load(); n != 1 {
			t.Errorf("%s: %d executions; want 1", tool, n)
		}
	}
}

// A gateway that holds headers, and a client that sends them long before its body, before the worker has seen any other.
func TestSlowClientDoesNotMakeTheGatewayLookAsIfItHeldNoHeaders(t *testing.T) {
	server := &executing{}
	p := startWorkers(t, 1, strings.Replace(unheldPlugin, "HOLD", "", 1), server)
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"transfer","arguments":{}}}`
	fmt.Fprintf(conn, "POST /mcp HTTP/1.1\r\nhost: a\r\nx-user: bob\r\nidempotency-key: k\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n", len(body))
	time.Sleep(time.Second) // ten ticks: the watchdog lets the request go on after three
	io.WriteString(conn, body)
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, _ := io.ReadAll(response.Body)
	if !strings.Contains(string(answer), "headers_not_held") {
		t.Errorf("the slow client got %s; want a refusal, its headers are gone", answer)
	}
	if answer := callTool(t, p.URL(), "transfer", "l", "{}"); !strings.Contains(answer, `"result"`) {
		t.Errorf("the next client got %s; want a result", answer)
	}
}
