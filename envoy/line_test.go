package envoy

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// patience bounds every wait for an event. It is far above what a loaded machine needs.
const patience = 15 * time.Second

// line is one connection to the gateway, and with it one of its workers.
type line struct {
	conn   net.Conn
	reader *bufio.Reader
	vm     string // the counter of the VM that serves it
}

func dial(t *testing.T, url string) *line {
	t.Helper()
	conn, err := net.DialTimeout("tcp", strings.TrimPrefix(url, "http://"), patience)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &line{conn: conn, reader: bufio.NewReader(conn)}
}

// answer is what a call was told, in one line: "executed", "replayed", "in_doubt owner_lost", or the status of what is no
// answer of MCP; "cut" when the connection ended without one.
type answer string

const (
	executed answer = "executed"
	replayed answer = "replayed"
	cut      answer = "cut"
)

// post sends a request and reads its answer.
func (l *line) post(path, contentType, body string, headers ...string) (int, http.Header, []byte) {
	head := append([]string{"POST " + path + " HTTP/1.1", "host: test", "x-user: alice", "content-type: " + contentType,
		fmt.Sprintf("content-length: %d", len(body))}, headers...)
	if _, err := io.WriteString(l.conn, strings.Join(head, "\r\n")+"\r\n\r\n"+body); err != nil {
		return 0, nil, nil
	}
	response, err := http.ReadResponse(l.reader, nil)
	if err != nil {
		return 0, nil, nil
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, nil, nil
	}
	return response.StatusCode, response.Header, content
}

// start sends a call of a tool, and gives the answer when it is there.
func (l *line) start(tool, key string, headers ...string) <-chan answer {
	got := make(chan answer, 1)
	go func() {
		got <- read(l.post("/mcp", "application/json", callOf(tool), append(headers, "idempotency-key: "+key)...))
	}()
	return got
}

func callOf(tool string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":{}}}`, tool)
}

func read(status int, headers http.Header, content []byte) answer {
	var message struct {
		Result json.RawMessage
		Error  struct{ Data struct{ Type, Reason string } }
	}
	switch {
	case status == 0:
		return cut
	case json.Unmarshal(content, &message) != nil:
		return answer(fmt.Sprint(status))
	case message.Result == nil:
		return answer(strings.TrimSpace(message.Error.Data.Type + " " + message.Error.Data.Reason))
	case headers.Get("idempotent-replayed") == "true":
		return replayed
	default:
		return executed
	}
}

// get waits for an answer.
func get(t *testing.T, from <-chan answer) answer {
	t.Helper()
	select {
	case a := <-from:
		return a
	case <-time.After(patience):
		t.Fatalf("no answer within %v", patience)
		return ""
	}
}

// want waits for an answer and compares it.
func want(t *testing.T, from <-chan answer, expected answer) {
	t.Helper()
	if got := get(t, from); got != expected {
		t.Errorf("want the answer %q, got %q", expected, got)
	}
}

// await polls until the condition holds.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for until := time.Now().Add(patience); !holds(); time.Sleep(pollEvery) {
		if time.Now().After(until) {
			t.Fatalf("waited %v for %s", patience, what)
		}
	}
}
