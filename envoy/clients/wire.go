package main

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"sync"
)

// wire passes on the bytes between a client and the server at target, counts the calls of tools, and can be cut.
type wire struct {
	listener net.Listener
	target   string // 127.0.0.1:PORT

	mu    sync.Mutex
	conns []*net.TCPConn // of the client
	sent  map[*net.TCPConn]*bytes.Buffer
}

// startWire listens before the server at base, http://127.0.0.1:PORT.
func startWire(base string) (*wire, error) {
	target, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	w := &wire{listener: l, target: target.Host, sent: map[*net.TCPConn]*bytes.Buffer{}}
	go w.accept()
	return w, nil
}

func (w *wire) url() string { return "http://" + w.listener.Addr().String() + "/mcp" }

func (w *wire) accept() {
	for {
		client, err := w.listener.Accept()
		if err != nil {
			return // closed
		}
		go w.join(client.(*net.TCPConn))
	}
}

func (w *wire) join(client *net.TCPConn) {
	defer client.Close()
	server, err := net.Dial("tcp", w.target)
	if err != nil {
		return
	}
	defer server.Close()
	sent := &bytes.Buffer{}
	w.mu.Lock()
	w.conns = append(w.conns, client)
	w.sent[client] = sent
	w.mu.Unlock()
	go func() {
		io.Copy(server, io.TeeReader(client, locked{w, sent}))
		server.Close() // the client has left
	}()
	io.Copy(client, server)
}

// locked writes to a buffer of the wire.
type locked struct {
	w      *wire
	buffer *bytes.Buffer
}

func (l locked) Write(p []byte) (int, error) {
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	return l.buffer.Write(p)
}

// cut resets every connection of the client, as a crash or a dropped NAT entry does.
func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.conns {
		c.SetLinger(0)
		c.Close()
	}
	w.conns = nil
}

// calls counts the POSTs of the client that call a tool.
func (w *wire) calls() (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, sent := range w.sent {
		// Whatever the client's spelling of JSON, no other body has this, and no header but Mcp-Method, after a colon and a space.
		n += bytes.Count(sent.Bytes(), []byte(`"tools/call"`))
	}
	return n
}

func (w *wire) close() {
	w.listener.Close()
	w.cut()
}
