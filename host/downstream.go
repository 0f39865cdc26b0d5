package host

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"time"
)

// answerOut is an answer on its way from the loop to the client's connection.
type answerOut struct {
	head chan struct{} // closed when headers are set, or when there will be none
	body *pipe

	headers headerMap // nil: there is no answer
	early   bool      // the request was not whole when the answer began
}

func newAnswerOut() *answerOut { return &answerOut{head: make(chan struct{}), body: newPipe()} }

func (o *answerOut) begin(headers headerMap, early bool) {
	o.headers, o.early = headers, early
	close(o.head)
}

// fail cuts the answer.
func (o *answerOut) fail(err error) {
	o.body.fail(err)
	select {
	case <-o.head:
	default:
		close(o.head)
	}
}

// workerKey is the context key of the worker that a connection belongs to.
type workerKey struct{}

// serve takes one request from its connection to its end.
func (g *Gateway) serve(w http.ResponseWriter, r *http.Request) {
	worker := r.Context().Value(workerKey{}).(*worker)
	control := http.NewResponseController(w)
	_ = control.EnableFullDuplex() // HTTP/2 is that without
	s := g.newStream(worker, r)
	end := r.Body == http.NoBody || r.ContentLength == 0
	if !s.loop.post(func() { s.begin(end) }) {
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
			s.readRequest(r.Body)
		}()
	}
	err := s.out.write(w, control, r)
	linger(control, r, whole, err)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
}

func (g *Gateway) newStream(w *worker, r *http.Request) *stream {
	s := &stream{gateway: g, worker: w, loop: w.loop, out: newAnswerOut(), client: r.RemoteAddr, path: r.RequestURI,
		protocol: fmt.Sprintf("HTTP/%d.%d", r.ProtoMajor, r.ProtoMinor), isGET: r.Method == http.MethodGet}
	if r.ProtoMajor == 2 {
		s.protocol = "HTTP/2"
	}
	s.request.body = newPipe()
	h := headerMap{{":method", r.Method}, {":path", r.RequestURI}, {":authority", r.Host}, {":scheme", "http"}}
	h.addHTTP(r.Header)
	h.removeHopByHop()
	if _, found := h.get("x-request-id"); !found {
		h.add("x-request-id", rand.Text())
	}
	s.request.headers = h
	return s
}

// readRequest shows the body to the stream, piece by piece. It returns at the end of the body or of the connection.
func (s *stream) readRequest(body io.Reader) {
	for buffer := make([]byte, bodyPiece); ; {
		n, err := body.Read(buffer)
		if n > 0 {
			piece := append([]byte(nil), buffer[:n]...)
			s.loop.do(func() { s.requestData(piece, false) })
			s.request.body.drained()
		}
		switch {
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
func (o *answerOut) write(w http.ResponseWriter, control *http.ResponseController, r *http.Request) error {
	<-o.head
	if o.headers == nil {
		return errAborted
	}
	o.headers.removeHopByHop()
	o.headers.toHTTP(w.Header())
	if w.Header().Get("content-type") == "" {
		w.Header()["Content-Type"] = nil // else net/http guesses one
	}
	if o.early && r.ProtoMajor == 1 {
		w.Header().Set("connection", "close")
	}
	w.WriteHeader(o.headers.status())
	if !o.body.ready() {
		_ = control.Flush() // a client that is gone ends the stream in its own way
	}
	for {
		chunk, more, err := o.body.next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			_ = control.Flush()
			return err
		}
		if _, err := w.Write(chunk); err != nil && r.Method != http.MethodHead && err != http.ErrBodyNotAllowed {
			return err
		}
		if !more {
			_ = control.Flush()
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
