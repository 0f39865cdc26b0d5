package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"sync"
)

// Wire is the TCP beneath a client: it keeps every byte that was sent and can cut its connections.
// The zero value is ready for use.
type Wire struct {
	mu    sync.Mutex
	conns []*conn
}

// Transport returns an HTTP transport over the wire. It holds one connection at a time, so each request
// follows the one before it on the same connection, as long as that lives.
func (w *Wire) Transport() *http.Transport {
	return &http.Transport{DialContext: w.dial, MaxConnsPerHost: 1}
}

// Cut resets every open connection (RST instead of FIN), as a crash or a dropped NAT entry does.
func (w *Wire) Cut() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	cut := 0
	for _, c := range w.conns {
		if c.reset() == nil {
			cut++
		}
	}
	if cut == 0 {
		return errors.New("expected an open connection to cut, found none: the answer came first; use a longer -delay at the server")
	}
	return nil
}

// CutDuring runs call and cuts the wire as soon as moment has returned. If moment fails, the call is given up; if the call
// ends first, moment's context ends.
func (w *Wire) CutDuring(ctx context.Context, moment, call func(context.Context) error) (callErr, cutErr error) {
	ctx, end := context.WithCancelCause(ctx)
	cut := make(chan error, 1)
	go func() {
		err := moment(ctx)
		if err == nil {
			err = w.Cut()
		}
		if err != nil {
			end(err)
		}
		cut <- err
	}()
	callErr = call(ctx)
	end(errors.New("the call ended before its connection was cut"))
	return callErr, <-cut
}

// CallIDs returns the JSON-RPC ids, as they were sent, of every whole tools/call POST that left, in order.
func (w *Wire) CallIDs() []json.RawMessage {
	w.mu.Lock()
	defer w.mu.Unlock()
	var ids []json.RawMessage
	for _, c := range w.conns {
		ids = append(ids, c.callIDs()...)
	}
	return ids
}

func (w *Wire) dial(ctx context.Context, network, address string) (net.Conn, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.conns = append(w.conns, &conn{Conn: c})
	return w.conns[len(w.conns)-1], nil
}

// conn keeps what was written. It embeds the interface, not the TCP type, whose ReadFrom would go round Write.
type conn struct {
	net.Conn
	mu   sync.Mutex
	sent bytes.Buffer
}

func (c *conn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, err := c.Conn.Write(p)
	c.sent.Write(p[:n])
	return n, err
}

// reset fails on a connection that is closed already.
func (c *conn) reset() error {
	if err := c.Conn.(*net.TCPConn).SetLinger(0); err != nil {
		return err
	}
	return c.Conn.Close()
}

func (c *conn) callIDs() (ids []json.RawMessage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	// Reads until the bytes end, be it inside a request that was cut.
	for r := bufio.NewReader(bytes.NewReader(c.sent.Bytes())); ; {
		req, err := http.ReadRequest(r)
		if err != nil {
			return ids
		}
		var message struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		if json.NewDecoder(req.Body).Decode(&message) != nil {
			return ids
		}
		if message.Method == "tools/call" {
			ids = append(ids, message.ID)
		}
		req.Body.Close()
	}
}
