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
func send1(conn *net.TCPConn, r outgoing) (*client, error) {
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
	go c.read(http.ReadResponse, strings.Join(lines, "\r\n")+"\r\n\r\n"+content)
	return c, nil
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

// read writes the request, while it reads the answer: what is answered early must not be waited for in vain.
func (c *client) read(parse func(*bufio.Reader, *http.Request) (*http.Response, error), request string) {
	go io.WriteString(c.conn, request)
	reader := bufio.NewReader(c.conn)
	response, err := parse(reader, &http.Request{Method: c.request.method})
	for err == nil && response.StatusCode == http.StatusContinue {
		response, err = parse(reader, &http.Request{Method: c.request.method})
	}
	c.finish(response, err)
}

// send2 sends a request on a connection of its own in HTTP/2, with prior knowledge.
func send2(address string, r outgoing) (*client, error) {
	ctx, cancel := context.WithCancel(context.Background())
	c := &client{request: r, cancel: cancel, told: make(chan view, 1), headed: make(chan struct{})}
	var body io.Reader
	length := int64(0)
	switch {
	case r.open || len(r.trailers) > 0 || r.chunked:
		reader, writer := io.Pipe()
		body, c.body, length = reader, writer, -1
	case len(r.pieces) > 0:
		content := strings.Join(r.pieces, "")
		body, length = strings.NewReader(content), int64(len(content))
	}
	request, err := http.NewRequestWithContext(ctx, r.method, "http://"+address+r.path, body)
	if err != nil {
		cancel()
		return nil, err
	}
	request.Host, request.ContentLength = "probe", length
	request.Header["User-Agent"] = nil
	for _, line := range r.headers {
		name, value, _ := strings.Cut(line, ": ")
		request.Header.Add(name, value)
	}
	if len(r.trailers) > 0 {
		request.Trailer = http.Header{}
		for _, line := range r.trailers {
			name, value, _ := strings.Cut(line, ": ")
			request.Trailer.Add(name, value)
		}
	}
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	transport := &http.Transport{Protocols: protocols, DisableCompression: true}
	go func() {
		defer transport.CloseIdleConnections()
		c.finish(transport.RoundTrip(request))
	}()
	if c.body != nil {
		go func() {
			for _, piece := range r.pieces {
				io.WriteString(c.body, piece)
			}
			if !r.open {
				c.body.Close()
			}
		}()
	}
	return c, nil
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

// view is what a client has seen, line by line.
type view []string

func (v view) text(sizeless bool) string {
	return strings.Join(slices.DeleteFunc(v, func(line string) bool {
		return sizeless && (strings.HasPrefix(line, "  content-length: ") || strings.HasPrefix(line, "  body "))
	}), "\n")
}

// headersOf prints the headers of an answer but those that differ from run to run.
func headersOf(r *http.Response) []string {
	var lines []string
	for name, values := range r.Header {
		switch name = strings.ToLower(name); name {
		case "date", "server":
			continue
		case "x-envoy-upstream-service-time":
			values = []string{"(time)"}
		}
		for _, value := range values {
			lines = append(lines, "  "+name+": "+value)
		}
	}
	if r.Close {
		lines = append(lines, "  connection: close")
	}
	slices.Sort(lines)
	return slices.Compact(lines)
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
