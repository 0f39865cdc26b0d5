package host

import (
	"io"
	"net/http"
	"sync"
)

// reader reads a pipe as the body of a request to the upstream.
type reader struct {
	pipe     *pipe
	rest     []byte
	trailers http.Header // gets them with the end, unless nil
	left     int64       // bytes to come of what the request has declared; below 0 when it has not

	closed chan struct{}
	once   sync.Once
}

func newReader(p *pipe, trailers http.Header, length int64) *reader {
	return &reader{pipe: p, trailers: trailers, left: length, closed: make(chan struct{})}
}

// Read ends a body that is longer than declared where it should end. One that is shorter leaves the upstream waiting, as
// Envoy does.
func (r *reader) Read(into []byte) (n int, err error) {
	for r.left == 0 { // the end is told when it comes, not when it is due
		if _, _, err = r.pipe.next(); err != nil {
			return 0, r.ended(err)
		}
	}
	if len(r.rest) == 0 {
		if r.rest, _, err = r.pipe.next(); err != nil {
			return 0, r.ended(err)
		}
	}
	if r.left > 0 {
		into = into[:min(int64(len(into)), r.left)]
	}
	n = copy(into, r.rest)
	r.rest = r.rest[n:]
	if r.left > 0 {
		r.left -= int64(n)
	}
	return n, nil
}

func (r *reader) ended(err error) error {
	switch {
	case err == io.EOF && r.left > 0:
		<-r.closed
		return errAborted
	case err == io.EOF && r.trailers != nil:
		r.pipe.trailers.toHTTP(r.trailers)
	}
	return err
}

func (r *reader) Close() error {
	r.once.Do(func() { close(r.closed) })
	return nil
}
