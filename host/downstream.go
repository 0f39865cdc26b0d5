package host

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// connected is the client of real traffic: an answer on its way from the loop to the client's connection.
type connected struct {
	head chan struct{} // closed when the answer begins, or when there will be none
	body *pipe

	answer headerMap // nil: there is none
	early  bool      // the request was not whole when it began
	bare   bool      // it has no body
}

func newConnected() *connected { return &connected{head: make(chan struct{}), body: newPipe()} }

func (c *connected) headers(h headerMap, early, end bool) {
	c.answer, c.early, c.bare = h, early, end
	close(c.head)
}

func (c *connected) data(piece []byte) { c.body.write(piece, false) }

func (c *connected) end(trailers headerMap) { c.body.finish(trailers) }

// cut closes the client's connection, or resets its HTTP/2 stream.
func (c *connected) cut() {
	c.body.fail(errAborted)
	select {
	case <-c.head:
	default:
		close(c.head)
	}
}

func (c *connected) drained() { c.body.drained() }

// serve takes one request from its connection to its end.
func (g *Gateway) serve(w http.ResponseWriter, r *http.Request) {
	from := r.Context().Value(connectionKey{}).(connection)
	control := http.NewResponseController(w)
	_ = control.EnableFullDuplex() // HTTP/2 is that without
	client := newConnected()
	s := newStream(from.worker, from.chain, originOf(r, from.number), client)
	end := r.Body == http.NoBody || r.ContentLength == 0
	h := requestHeaders(r)
	if !s.loop.post(func() { s.begin(h, end) }) {
		panic(http.ErrAbortHandler) // the gateway is closed
	}
	stop := context.AfterFunc(r.Context(), func() { s.loop.post(s.disconnected) })
	defer stop()

	whole := make(chan struct{})
	if end {
		close(whole)
	} else {
		go func() {
			defer close(whole)
			s.read(r)
		}()
	}
	err := client.write(w, control, r)
	linger(control, r, whole, err)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
}

func originOf(r *http.Request, connection uint64) streamOrigin {
	o := streamOrigin{protocol: fmt.Sprintf("HTTP/%d.%d", r.ProtoMajor, r.ProtoMinor), address: r.RemoteAddr, connection: connection, path: r.RequestURI,
		isGET: r.Method == http.MethodGet}
	if r.ProtoMajor == 2 {
		o.protocol = "HTTP/2"
	}
	if address, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		o.listener = address.String()
	}
	return o
}

func requestHeaders(r *http.Request) headerMap {
	h := headerMap{{":method", r.Method}, {":path", r.RequestURI}, {":authority", r.Host}, {":scheme", "http"}, {"x-forwarded-proto", "http"}}
	r.Header.Del("x-forwarded-proto")
	h.addHTTP(r.Header)
	h.removeHopByHop()
	if len(r.Trailer) > 0 { // net/http has taken the header away
		h.add("trailer", strings.Join(slices.Sorted(maps.Keys(r.Trailer)), ","))
	}
	if _, found := h.get("x-request-id"); !found {
		h.add("x-request-id", rand.Text())
	}
	return h
}

// read shows the body to the stream, piece by piece. It returns at the end of the body or of the connection.
func (s *stream) read(r *http.Request) {
	var to outgoing
	var received int64
	for buffer := make([]byte, bodyPiece); ; {
		n, err := r.Body.Read(buffer)
		if n > 0 {
			piece := append([]byte(nil), buffer[:n]...)
			if received += int64(n); received == r.ContentLength {
				err = atEnd(r.Body, err)
			}
			whole := err == io.EOF && len(r.Trailer) == 0
			s.loop.do(func() {
				dataOf(r.ProtoMajor, piece, whole, s.requestData)
				to = s.upstream
			})
			if whole {
				return
			}
			s.request.gate.wait()
			if to != nil {
				to.drained()
			}
		}
		switch {
		case err == io.EOF && len(r.Trailer) > 0 && r.ProtoMajor == 2: // of HTTP/1.1 Envoy drops them
			var h headerMap
			h.addHTTP(r.Trailer)
			s.loop.do(func() { s.requestTrailers(h) })
			return
		case err == io.EOF:
			s.loop.do(func() { s.requestData(nil, true) })
			return
		case err != nil:
			s.loop.post(s.disconnected)
			return
		}
	}
}

// write writes the answer as it comes. An error says that it was cut.
func (c *connected) write(w http.ResponseWriter, control *http.ResponseController, r *http.Request) error {
	<-c.head
	if c.answer == nil {
		return errAborted
	}
	left := contentLength(c.answer)
	c.answer.removeHopByHop()
	c.answer.toHTTP(w.Header())
	if w.Header().Get("content-type") == "" {
		w.Header()["Content-Type"] = nil // else net/http guesses one
	}
	if c.early && r.ProtoMajor == 1 {
		w.Header().Set("connection", "close")
	}
	w.WriteHeader(c.answer.status())
	if !c.bare && (left < 0 || !c.body.ready()) { // net/http gives a short answer that is complete a content-length
		_ = control.Flush() // a client that is gone ends the stream in its own way
	}
	for {
		chunk, more, err := c.body.next()
		switch {
		case err == io.EOF:
			c.writeTrailers(w, r)
			return nil
		case err != nil:
			_ = control.Flush()
			return err
		}
		if left >= 0 { // what the filter put beyond the length is lost
			chunk = chunk[:min(int64(len(chunk)), left)]
			left -= int64(len(chunk))
		}
		if _, err := w.Write(chunk); err != nil && r.Method != http.MethodHead && err != http.ErrBodyNotAllowed {
			return err
		}
		if !more {
			_ = control.Flush()
		}
	}
}

// writeTrailers sends them where the protocol has them; in HTTP/1.1 Envoy sends none.
func (c *connected) writeTrailers(w http.ResponseWriter, r *http.Request) {
	if r.ProtoMajor == 2 {
		for _, pair := range c.body.trailers {
			w.Header().Add(http.TrailerPrefix+pair[0], pair[1])
		}
	}
}

// lingering is how long what is left of a request is read after its answer: a connection that is closed with bytes unread
// is reset, and the client may lose the answer.
const lingering = time.Second

func linger(control *http.ResponseController, r *http.Request, whole <-chan struct{}, failed error) {
	select {
	case <-whole:
		return
	default:
	}
	wait := lingering
	if failed != nil || r.ProtoMajor == 2 {
		wait = 0
	}
	_ = control.Flush()
	_ = control.SetReadDeadline(time.Now().Add(wait))
	<-whole
}
