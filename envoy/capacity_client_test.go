package envoy

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tidwall/gjson"
)

// loadClients is how many connections send at a time: enough to keep two workers busy.
const loadClients = 16

// loadAnswer is what a call was told: error.data.type of a refusal, else "executed" or "replayed", by the mark that the
// plugin puts on answers of governed calls, else "passed".
type loadAnswer string

// loadConn sends calls one after the other on a connection that is kept. It reads as much of HTTP/1.1 as Envoy answers
// with: net/http would cost more than the gateway that is measured.
type loadConn struct {
	conn   net.Conn
	reader *bufio.Reader
	body   []byte
}

func dialLoad(host string) (*loadConn, error) {
	conn, err := net.Dial("tcp", host)
	return &loadConn{conn: conn, reader: bufio.NewReaderSize(conn, 32<<10)}, err
}

// call sends one call of a tool under a key, and checks that an outcome is the key's own.
func (c *loadConn) call(tool string, n int) (loadAnswer, error) {
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":{"n":%d}}}`, n, tool, n)
	_, err := fmt.Fprintf(c.conn, "POST /mcp HTTP/1.1\r\nhost: load\r\ncontent-type: application/json\r\n"+
		"accept: application/json, text/event-stream\r\nidempotency-key: %s\r\ncontent-length: %d\r\n\r\n%s", loadKey(n), len(body), body)
	if err != nil {
		return "", err
	}
	mark, err := c.read()
	switch refusal := gjson.GetBytes(c.body[:min(len(c.body), 1024)], "error.data.type"); {
	case err != nil:
		return "", err
	case refusal.Exists():
		return loadAnswer(refusal.String()), nil
	case !bytes.Contains(c.body, []byte(loadReceipt(n))):
		return "", fmt.Errorf("key %d got an outcome that is not its own: %.200s", n, c.body)
	case mark == "false":
		return "executed", nil
	case mark == "true":
		return "replayed", nil
	default:
		return "passed", nil
	}
}

// read reads an answer's body, and returns the header Idempotent-Replayed.
func (c *loadConn) read() (mark string, err error) {
	length := -1
	for first := true; ; first = false {
		line, err := c.reader.ReadSlice('\n')
		switch {
		case err != nil:
			return "", err
		case first && !bytes.HasPrefix(line, []byte("HTTP/1.1 200 ")):
			return "", fmt.Errorf("want status 200, got %s", line)
		case len(line) == 2 && length < 0:
			return "", errors.New("want an answer with content-length")
		case len(line) == 2:
			c.body = append(c.body[:0], make([]byte, length)...)
			_, err = io.ReadFull(c.reader, c.body)
			return mark, err
		}
		name, value, _ := strings.Cut(strings.TrimSpace(string(line)), ": ")
		switch name {
		case "content-length":
			if length, err = strconv.Atoi(value); err != nil {
				return "", err
			}
		case "idempotent-replayed":
			mark = value
		}
	}
}

// sendLoad calls the tool once for each key from first up to end, and returns what each was told, by key.
func sendLoad(t testing.TB, p *Process, tool string, first, end int) []loadAnswer {
	t.Helper()
	answers := make([]loadAnswer, end-first)
	var next atomic.Int64
	var clients sync.WaitGroup
	for range loadClients {
		clients.Go(func() {
			c, err := dialLoad(strings.TrimPrefix(p.URL(), "http://"))
			if err != nil {
				t.Error(err)
				return
			}
			defer c.conn.Close()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(answers) {
					return
				}
				if answers[i], err = c.call(tool, first+i); err != nil {
					t.Errorf("key %d: %v", first+i, err)
					return
				}
			}
		})
	}
	clients.Wait()
	if t.Failed() {
		t.Fatalf("end of Envoy's log:\n%s", p.LogTail())
	}
	return answers
}

// tally counts the answers of each kind.
func tally(answers []loadAnswer) map[loadAnswer]int {
	counts := map[loadAnswer]int{}
	for _, a := range answers {
		counts[a]++
	}
	return counts
}
