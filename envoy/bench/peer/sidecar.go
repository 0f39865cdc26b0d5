package peer

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"sync"
)

const maxBody = 1 << 20 // bytes of a request

// Sidecar is an idempotency proxy.
type Sidecar struct {
	actions *actions
	proxy   *httputil.ReverseProxy
}

// NewSidecar is one in front of the server at ip:port.
func NewSidecar(upstream string) *Sidecar {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 256
	s := &Sidecar{actions: newActions()}
	s.proxy = &httputil.ReverseProxy{
		Rewrite:    func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: "http", Host: upstream}) },
		Transport:  transport,
		BufferPool: &buffers{},
	}
	return s
}

// buffers are those that answers are copied through: without a pool each takes a new one of 32 KiB.
type buffers struct{ pool sync.Pool }

// Get implements httputil.BufferPool.
func (b *buffers) Get() []byte {
	if p, _ := b.pool.Get().(*[]byte); p != nil {
		return *p
	}
	return make([]byte, 32<<10)
}

// Put implements httputil.BufferPool.
func (b *buffers) Put(p []byte) { b.pool.Put(&p) }

// ServeHTTP implements http.Handler.
func (s *Sidecar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body bytes.Buffer
	body.Grow(int(min(max(r.ContentLength, 0), maxBody)) + bytes.MinRead) // else it is copied as it grows
	if _, err := body.ReadFrom(http.MaxBytesReader(w, r.Body, maxBody)); err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body.Bytes()))
	c, err := readCall(body.Bytes(), r.Header.Get("x-user"), r.Header.Get("idempotency-key"))
	switch {
	case err != nil:
		write(w, http.StatusBadRequest, refusal(nil, err))
		return
	case c == nil:
		s.proxy.ServeHTTP(w, r)
		return
	}
	act, result, err := s.actions.begin(r.Context(), c)
	switch {
	case err != nil:
		write(w, http.StatusUnprocessableEntity, refusal(c.id, err))
	case act != nil:
		s.run(w, r, act)
	default:
		w.Header().Set("idempotent-replayed", "true")
		write(w, http.StatusOK, replayOf(c, result))
	}
}

// run lets the call go on when its client leaves, so that the retry gets its result.
func (s *Sidecar) run(w http.ResponseWriter, r *http.Request, act *action) {
	copied := &recorder{ResponseWriter: w}
	defer func() { s.actions.end(act, copied.status, copied.body.Bytes()) }()
	s.proxy.ServeHTTP(copied, r.WithContext(context.WithoutCancel(r.Context())))
}

func write(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("content-type", "application/json")
	w.Header().Set("content-length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body)
}

// recorder keeps a copy of the answer that passes.
type recorder struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader implements http.ResponseWriter.
func (c *recorder) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer. A client that is gone does not end the recording.
func (c *recorder) Write(p []byte) (int, error) {
	c.body.Write(p)
	c.ResponseWriter.Write(p)
	return len(p), nil
}
