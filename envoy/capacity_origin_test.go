package envoy

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// loadOrigin is an MCP server that answers every call at once with a result of the same size, and counts the executions
// of each key.
type loadOrigin struct {
	address    string
	resultSize int            // bytes of the JSON result
	executed   []atomic.Int32 // by key
}

// loadKey is the idempotency key with number n.
func loadKey(n int) string { return fmt.Sprintf("key-%08d", n) }

// loadReceipt stands in the outcome of the key with number n alone.
func loadReceipt(n int) string { return "receipt-" + loadKey(n) }

func startLoadOrigin(t testing.TB, keys, resultSize int) *loadOrigin {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	o := &loadOrigin{address: listener.Addr().String(), resultSize: resultSize, executed: make([]atomic.Int32, keys)}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return // closed
			}
			go o.serve(conn)
		}
	}()
	return o
}

func (o *loadOrigin) serve(conn net.Conn) {
	defer conn.Close()
	for reader := bufio.NewReader(conn); ; {
		n, err := readLoadRequest(reader)
		if err != nil {
			return
		}
		o.executed[n].Add(1)
		if _, err := io.WriteString(conn, o.answer(n)); err != nil {
			return
		}
	}
}

func (o *loadOrigin) answer(n int) string {
	result := fmt.Sprintf(`{"content":[{"type":"text","text":"%s`, loadReceipt(n))
	const rest = `"}]}`
	result += strings.Repeat(".", max(0, o.resultSize-len(result)-len(rest))) + rest
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":%s}`, n, result)
	return fmt.Sprintf("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s", len(body), body)
}

// readLoadRequest reads one request and returns the number of its key.
func readLoadRequest(reader *bufio.Reader) (n int, err error) {
	length := 0
	for {
		line, err := reader.ReadString('\n')
		if err != nil {
			return 0, err
		}
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch name {
		case "content-length":
			length, err = strconv.Atoi(value)
		case "idempotency-key":
			n, err = strconv.Atoi(strings.TrimPrefix(strings.Trim(value, `"`), "key-"))
		case "":
			_, err = reader.Discard(length)
			return n, err
		}
		if err != nil {
			return 0, err
		}
	}
}
