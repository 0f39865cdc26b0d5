package scenario

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
)

// outgoing is a request as it goes over the wire.
type outgoing struct {
	method, path string
	headers      []string // lines, without those about the length
	body         string
	chunks       int  // 0: content-length, else the number of chunks
	held         int  // bytes at the end of the body that are not sent
	unread       bool // nothing of the answer is read
}

func (o outgoing) head(host string) string {
	lines := append([]string{o.method + " " + o.path + " HTTP/1.1"}, replaceHeaders([]string{"host: " + host}, o.headers, nil)...)
	switch {
	case o.chunks > 0:
		lines = append(lines, "transfer-encoding: chunked")
	case o.method == http.MethodPost:
		lines = append(lines, fmt.Sprintf("content-length: %d", len(o.body)))
	}
	return strings.Join(lines, "\r\n") + "\r\n\r\n"
}

// pieces are what is written at once, one after the other.
func (o outgoing) pieces() []string {
	if o.chunks == 0 {
		return []string{o.body[:len(o.body)-o.held]}
	}
	var pieces []string
	for n := range o.chunks {
		part := o.body[len(o.body)*n/o.chunks : len(o.body)*(n+1)/o.chunks]
		pieces = append(pieces, fmt.Sprintf("%x\r\n%s\r\n", len(part), part))
	}
	return append(pieces, "0\r\n\r\n")
}

// call is a request on a connection of its own, and what came back. Its points: sent, continue, headers, body, answer, end.
type call struct {
	points
	request  outgoing
	conn     *net.TCPConn
	response *http.Response // nil until headers
	content  []byte         // of the body, so far
}

// begin sends the request, all but what is held, in the background.
func begin(host string, request outgoing) (*call, error) {
	conn, err := net.DialTimeout("tcp", host, patience)
	if err != nil {
		return nil, err
	}
	c := &call{request: request, conn: conn.(*net.TCPConn)}
	go c.run(host)
	return c, nil
}

func (c *call) run(host string) {
	defer c.finish()
	for _, piece := range append([]string{c.request.head(host)}, c.request.pieces()...) {
		if _, err := io.WriteString(c.conn, piece); err != nil {
			break // the answer says why
		}
	}
	c.reach(sent)
	if c.request.unread {
		return
	}
	reader := bufio.NewReader(c.conn)
	response, err := http.ReadResponse(reader, &http.Request{Method: c.request.method})
	if err == nil && response.StatusCode == http.StatusContinue {
		c.reach(proceed)
		response, err = http.ReadResponse(reader, &http.Request{Method: c.request.method})
	}
	if err != nil {
		return
	}
	c.change(func() { c.response, c.reached = response, append(c.reached, headers) })
	for buffer := make([]byte, 16<<10); ; {
		n, err := response.Body.Read(buffer)
		if n > 0 {
			c.take(buffer[:n])
		}
		if err == io.EOF {
			c.reach(end)
		}
		if err != nil {
			return
		}
	}
}

// complete sends what was held.
func (c *call) complete() error {
	_, err := io.WriteString(c.conn, c.request.body[len(c.request.body)-c.request.held:])
	return err
}

func (c *call) take(data []byte) {
	c.change(func() {
		c.content = append(c.content, data...)
		c.reached = append(c.reached, body)
		if hasResponse(mediaType(c.response), c.content) {
			c.reached = append(c.reached, answer)
		}
	})
}

// await returns when the exchange has ended, well or not.
func (c *call) await() error {
	return c.wait(end, func() bool { return c.over })
}

// drop leaves: with RST, or with FIN.
func (c *call) drop(reset bool) {
	if reset {
		c.conn.SetLinger(0)
	}
	c.conn.Close()
}

// events counts the whole SSE events that have come.
func (c *call) events() int { return bytes.Count(c.content, []byte("\n\n")) }
