package probe

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// outgoing is a request as a file has it.
type outgoing struct {
	method, path string
	headers      []string // lines
	pieces       []string // of the body, as far as it is sent at once
	chunked      bool
	declared     int  // content-length, if not that of the pieces; -1: none
	open         bool // more of the body will come
	trailers     []string
}

// client is one request on a connection of its own, and what comes back.
type client struct {
	request outgoing
	conn    *net.TCPConn       // of HTTP/1.1
	body    *io.PipeWriter     // of HTTP/2
	cancel  context.CancelFunc // resets the stream of HTTP/2
	told    chan view          // gets the client's view when the exchange has ended
	headed  chan struct{}      // closed when the answer's head has come
}

// connect opens a connection for HTTP/1.1.
func connect(address string) (*net.TCPConn, error) {
	conn, err := net.DialTimeout("tcp", address, patience)
	if err != nil {
		return nil, err
	}
	return conn.(*net.TCPConn), nil
}

// send1 sends a request on a connection of HTTP/1.1.
func send1(conn *net.TCPConn, r outgoing) *client {
	c := &client{request: r, conn: conn, told: make(chan view, 1), headed: make(chan struct{})}
	lines := append([]string{r.method + " " + r.path + " HTTP/1.1", "host: probe"}, r.headers...)
	content := strings.Join(r.pieces, "")
	switch {
	case r.chunked:
		lines = append(lines, "transfer-encoding: chunked")
		content = ""
		for _, piece := range r.pieces {
			content += chunk(piece)
		}
		if !r.open {
			content += r.last()
		}
	case r.declared >= 0:
		lines = append(lines, "content-length: "+strconv.Itoa(r.declared))
	case len(r.pieces) > 0:
		lines = append(lines, "content-length: "+strconv.Itoa(len(content)))
	}
	go c.exchange(strings.Join(lines, "\r\n") + "\r\n\r\n" + content)
	return c
}

func chunk(data string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(data), data) }

// last is the end of a chunked body.
func (r outgoing) last() string {
	end := "0\r\n"
	for _, line := range r.trailers {
		end += line + "\r\n"
	}
	return end + "\r\n"
}

// exchange writes the request while it reads the answer, which may come before the request is whole.
func (c *client) exchange(request string) {
	go io.WriteString(c.conn, request)
	reader, of := bufio.NewReader(c.conn), &http.Request{Method: c.request.method}
	response, err := http.ReadResponse(reader, of)
	for err == nil && response.StatusCode == http.StatusContinue {
		response, err = http.ReadResponse(reader, of)
	}
	c.finish(response, err)
}

// more sends a piece of the body, or its end.
func (c *client) more(data string, end bool) error {
	var err error
	switch {
	case c.body != nil:
		if data != "" {
			_, err = io.WriteString(c.body, data)
		}
		if end {
			c.body.Close()
		}
	case c.request.chunked:
		if data != "" {
			data = chunk(data)
		}
		if end {
			data += c.request.last()
		}
		_, err = io.WriteString(c.conn, data)
	default:
		_, err = io.WriteString(c.conn, data)
	}
	return err
}

// finish reads the answer to its end, and tells what the client has seen.
func (c *client) finish(response *http.Response, err error) {
	close(c.headed)
	if c.conn != nil {
		defer c.conn.Close()
	}
	if err != nil {
		c.told <- view{"no answer"}
		return
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	lines := append(view{strconv.Itoa(response.StatusCode)}, headersOf(response)...)
	if len(content) > 0 {
		lines = append(lines, "  body "+shown(string(content)))
	}
	for _, name := range slices.Sorted(maps.Keys(response.Trailer)) {
		lines = append(lines, "  trailer "+strings.ToLower(name)+": "+strings.Join(response.Trailer[name], ", "))
	}
	if err != nil {
		lines = append(lines, "  cut")
	}
	c.told <- lines
}

// await returns what the client has seen when the exchange is over; of a body and its length only if its size is to be
// shown.
func (c *client) await(sizeless bool) (string, error) {
	select {
	case v := <-c.told:
		return v.text(sizeless), nil
	case <-time.After(patience):
		return "", fmt.Errorf("waited %v for the end of the answer", patience)
	}
}

// awaitHead returns when the answer's head has come.
func (c *client) awaitHead() error {
	select {
	case <-c.headed:
		return nil
	case <-time.After(patience):
		return fmt.Errorf("waited %v for an answer", patience)
	}
}

// leave closes the connection, or resets the stream of HTTP/2.
func (c *client) leave() {
	if c.cancel != nil {
		c.cancel()
		return
	}
	c.conn.Close()
}
