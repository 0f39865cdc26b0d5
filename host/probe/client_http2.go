package probe

import (
	"context"
	"io"
	"net/http"
	"strings"
)

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
