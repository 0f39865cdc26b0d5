package host_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"mcponce/host"
)

const (
	patience  = 15 * time.Second // bounds every wait for an event
	pollEvery = 5 * time.Millisecond

	config = `{"paths": ["/mcp"], "principal": {"header": "x-user"}, "callout": {"cluster": "mcp_upstream"}, "tick": "200ms",
		"tools": [{"match": ["inline"], "execution": "inline"}, {"match": ["detached"], "execution": "detached"}]}`
)

// live is a gateway before an origin that answers when it is released.
type live struct {
	*host.Gateway
	t       *testing.T
	release func()
	access  chan host.Access

	mu       sync.Mutex
	executed map[string]int // by key
	left     int            // requests that the gateway gave up
}

// start runs the filter with two workers. change varies the options.
func start(t *testing.T, wasm []byte, change func(*host.Options)) *live {
	t.Helper()
	b := &live{t: t, executed: map[string]int{}, access: make(chan host.Access, 100)}
	gate := make(chan struct{})
	b.release = sync.OnceFunc(func() { close(gate) })
	origin := httptest.NewServer(b.origin(gate))
	t.Cleanup(origin.Close)
	t.Cleanup(b.release)
	options, err := options(wasm, config, strings.TrimPrefix(origin.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	options.Workers = 2
	options.Access = b.ended
	change(&options)
	if b.Gateway, err = host.Start(context.Background(), options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// ended keeps the first ends of streams for those who look at them. It is called on a worker's loop, and must not block it.
func (b *live) ended(a host.Access) {
	select {
	case b.access <- a:
	default:
	}
}

func unchanged(*host.Options) {}

func (b *live) origin(gate <-chan struct{}) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return // it never had the call
		}
		key := strings.Trim(r.Header.Get("idempotency-key"), `"`)
		b.count(func() { b.executed[key]++ })
		select {
		case <-gate:
		case <-r.Context().Done():
			b.count(func() { b.left++ })
		}
		w.Header().Set("content-type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"content":[],"resultType":"complete"}}`)
	})
}

func (b *live) count(change func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change()
}

// awaitExecutions waits until the origin has n calls.
func (b *live) awaitExecutions(n int) {
	b.t.Helper()
	await(b.t, fmt.Sprintf("%d executions", n), func() (reached bool) {
		total := 0
		b.count(func() {
			for _, times := range b.executed {
				total += times
			}
		})
		return total == n
	})
}

// lines connects n times to each of the two workers, which take connections in turn.
func (b *live) lines(n int) (first, second []*line) {
	for range n {
		first, second = append(first, b.line()), append(second, b.line())
	}
	return first, second
}

// line is one connection, and with it one worker.
type line struct {
	conn   net.Conn
	reader *bufio.Reader
}

func (b *live) line() *line {
	b.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(b.URL(), "http://"))
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { conn.Close() })
	return &line{conn, bufio.NewReader(conn)}
}

func body(tool string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":{}}}`, tool)
}

// call sends a call, and gives what it was told when it is there: "executed", "replayed", an error's type and reason, the
// status of what is no answer of MCP, or "cut".
func (l *line) call(tool, key string, headers ...string) <-chan string {
	told := make(chan string, 1)
	head := append([]string{"POST /mcp HTTP/1.1", "host: test", "x-user: alice", "content-type: application/json",
		"idempotency-key: " + key, fmt.Sprintf("content-length: %d", len(body(tool)))}, headers...)
	go func() {
		io.WriteString(l.conn, strings.Join(head, "\r\n")+"\r\n\r\n"+body(tool))
		response, err := http.ReadResponse(l.reader, nil)
		if err != nil {
			told <- "cut"
			return
		}
		told <- read(response)
	}()
	return told
}

func read(response *http.Response) string {
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return "cut"
	}
	return meaning(response.StatusCode, string(content), response.Header.Get("idempotent-replayed") == "true")
}

// meaning is an answer in a word or two.
func meaning(status int, body string, replay bool) string {
	var message struct {
		Result json.RawMessage
		Error  struct{ Data struct{ Type, Reason string } }
	}
	switch {
	case json.Unmarshal([]byte(body), &message) != nil:
		return fmt.Sprint(status)
	case message.Result == nil:
		return strings.TrimSpace(message.Error.Data.Type + " " + message.Error.Data.Reason)
	case replay:
		return "replayed"
	default:
		return "executed"
	}
}

// want waits for what was told.
func want(t *testing.T, told <-chan string, expected string) {
	t.Helper()
	select {
	case got := <-told:
		if got != expected {
			t.Errorf("got %q; want %q", got, expected)
		}
	case <-time.After(patience):
		t.Fatalf("waited %v for %q", patience, expected)
	}
}

func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for until := time.Now().Add(patience); !holds(); time.Sleep(pollEvery) {
		if time.Now().After(until) {
			t.Fatalf("waited %v for %s", patience, what)
		}
	}
}
