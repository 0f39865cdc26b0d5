package soak

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// patience bounds every answer.
const patience = 60 * time.Second

// line is one connection to the gateway. Requests are written by hand: an HTTP client would send some of them again by itself.
type line struct {
	address string
	conn    net.Conn
	reader  *bufio.Reader
}

// answer is what a client was told.
type answer struct {
	kind    string // outcome, or a refusal's type; "" when there was none
	receipt string // of the execution whose outcome it is
	replay  bool
}

const (
	kindOutcome   = "outcome"
	kindQuestion  = "question" // an outcome that asks for input
	kindRefused   = "refused by the server"
	kindInDoubt   = "in_doubt"
	kindCommitted = "committed"
	kindConflict  = "idempotency_key_conflict"
	kindProgress  = "idempotency_key_in_progress"
	kindUnreached = "unreachable"
	kindAccepted  = "accepted" // the server's own 202, which is no answer to a call
)

func (l *line) dial() error {
	if l.conn != nil {
		return nil
	}
	conn, err := net.DialTimeout("tcp", l.address, patience)
	if err != nil {
		return err
	}
	l.conn, l.reader = conn, bufio.NewReader(conn)
	return nil
}

// drop closes the connection with RST, as a client that is gone.
func (l *line) drop() {
	if l.conn != nil {
		l.conn.(*net.TCPConn).SetLinger(0)
		l.conn.Close()
		l.conn = nil
	}
}

func (l *line) write(c call) error {
	if err := l.dial(); err != nil {
		return err
	}
	l.conn.SetDeadline(time.Now().Add(patience))
	_, err := io.WriteString(l.conn, c.wire())
	return err
}

// send sends a call and reads its answer. An error means that the connection ended before there was a whole one.
func (l *line) send(c call) (answer, error) {
	if err := l.write(c); err != nil {
		l.drop()
		return answer{}, err
	}
	a, again, err := l.read()
	if err != nil || !again {
		l.drop()
	}
	return a, err
}

func (l *line) read() (a answer, again bool, err error) {
	response, err := http.ReadResponse(l.reader, nil)
	if err != nil {
		return a, false, err
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return a, false, err
	}
	a, err = read(response, body)
	return a, !response.Close, err
}

var receiptText = regexp.MustCompile(`receipt (\d+)`)

// errUnreadable: the gateway let an answer through that is none of MCP's.
var errUnreadable = errors.New("an answer that is no message")

func read(response *http.Response, body []byte) (a answer, err error) {
	a.replay = response.Header.Get("Idempotent-Replayed") == "true"
	if response.StatusCode == http.StatusTooManyRequests && len(body) == 0 {
		a.kind = kindRefused
		return a, nil
	}
	if response.StatusCode == http.StatusAccepted && len(body) == 0 {
		a.kind = kindAccepted
		return a, nil
	}
	text := string(body)
	if strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		_, text, _ = strings.Cut(strings.TrimSpace(text[strings.LastIndex(text, "data: "):]), "data: ")
	}
	var message struct {
		Result json.RawMessage
		Error  *struct {
			Message string
			Data    struct{ Type string }
		}
	}
	if err := json.Unmarshal([]byte(text), &message); err != nil || message.Result == nil && message.Error == nil {
		return a, fmt.Errorf("%w: status %d, %.200q", errUnreadable, response.StatusCode, body)
	}
	if message.Error != nil && message.Error.Data.Type != "" {
		a.kind = message.Error.Data.Type
		return a, nil
	}
	a.kind = kindOutcome
	if strings.Contains(string(message.Result), `"input_required"`) {
		a.kind = kindQuestion
	}
	if found := receiptText.FindStringSubmatch(text); found != nil {
		a.receipt = found[1]
	}
	return a, nil
}

// call is one tools/call.
type call struct {
	id, key, plan string
	modern        bool // of MCP 2026-07-28: detached
	amount        int
	padding       int    // bytes more in the arguments
	more          string // further members of params
}

func (c call) wire() string {
	meta := fmt.Sprintf(`{"mcponce/idempotency-key":%q`, c.key)
	version := "2025-11-25"
	if c.modern {
		version = "2026-07-28"
		meta += `,"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"soak","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}`
	}
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"transfer","arguments":{"plan":%q,"amount":%d,"note":%q},"_meta":%s}%s}}`,
		c.id, c.plan, c.amount, strings.Repeat("p", c.padding), meta, c.more)
	head := []string{"POST /mcp HTTP/1.1", "host: gateway", "x-user: alice", "content-type: application/json",
		"accept: application/json, text/event-stream", "mcp-protocol-version: " + version, fmt.Sprintf("content-length: %d", len(body))}
	return strings.Join(head, "\r\n") + "\r\n\r\n" + body
}

// again is the same call as another request.
func (c call) again() call {
	c.id = fmt.Sprint(rand.IntN(1 << 30))
	return c
}
