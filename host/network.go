package host

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// connectTimeout bounds the making of a connection to the upstream (Envoy's default of connect_timeout).
const connectTimeout = 5 * time.Second

// network is the upstream of real traffic: one server. It never sends a request twice: none can be read again, without which
// net/http does not retry.
type network struct {
	address   string
	clock     *clock
	transport *http.Transport
	running   sync.WaitGroup
}

func newNetwork(o Options, c *clock) *network {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(!o.UpstreamHTTP2)
	protocols.SetUnencryptedHTTP2(o.UpstreamHTTP2)
	return &network{address: o.Upstream, clock: c, transport: &http.Transport{
		DialContext:         (&net.Dialer{Timeout: connectTimeout}).DialContext,
		Protocols:           protocols,
		DisableCompression:  true,
		MaxIdleConnsPerHost: 1024,
		IdleConnTimeout:     time.Minute,
	}}
}

// close waits for the requests, which must have been cancelled.
func (n *network) close() {
	n.running.Wait()
	n.transport.CloseIdleConnections()
}

// exchange is one request. Its goroutine talks to the connection.
type exchange struct {
	network *network
	to      events
	request *http.Request
	body    *pipe
	reader  *reader // of the body, by the connection; nil without one
	stop    context.CancelFunc
}

func (n *network) open(r upstreamRequest, to events) outgoing {
	ctx, stop := context.WithCancel(context.Background())
	x := &exchange{network: n, to: to, body: newPipe(), stop: stop}
	x.request = n.request(r).WithContext(ctx)
	if !r.end {
		if n.transport.Protocols.UnencryptedHTTP2() {
			x.request.Trailer = declaredTrailers(r.headers)
		}
		x.request.ContentLength = contentLength(r.headers)
		x.reader = newReader(x.body, x.request.Trailer, x.request.ContentLength)
		x.request.Body = x.reader
	}
	n.running.Go(x.run)
	return x
}

// declaredTrailers has the names that the request says its trailers will have.
func declaredTrailers(h headerMap) http.Header {
	declared := http.Header{}
	for name := range strings.SplitSeq(h.value("trailer"), ",") {
		if name = strings.TrimSpace(name); name != "" {
			declared[http.CanonicalHeaderKey(name)] = nil
		}
	}
	return declared
}

// data is on its way when what runs on the loop has ended, as in Envoy: the end of a request may be told a moment after its
// last bytes.
func (x *exchange) data(piece []byte, end bool) {
	x.to.later(func() { x.body.write(piece, end) })
}

// trailers are sent where the protocol has them, which is in HTTP/2 only.
func (x *exchange) trailers(h headerMap) {
	x.to.later(func() { x.body.finish(h) })
}

func (x *exchange) drained() { x.body.drained() }

// cancel closes the request's connection, or resets its HTTP/2 stream.
func (x *exchange) cancel() {
	x.body.fail(errAborted)
	if x.reader != nil {
		x.reader.Close() // it may wait for what does not come
	}
	x.stop()
}

func (n *network) request(r upstreamRequest) *http.Request {
	header := http.Header{}
	r.headers.toHTTP(header)
	for _, name := range []string{"x-envoy-max-retries", "x-envoy-retry-on", "content-length"} {
		header.Del(name)
	}
	if r.timeout > 0 {
		header.Set("x-envoy-expected-rq-timeout-ms", strconv.FormatInt(r.timeout.Milliseconds(), 10))
	}
	if header.Get("user-agent") == "" {
		header.Set("user-agent", "") // else net/http names itself
	}
	return &http.Request{Method: r.headers.value(":method"), URL: n.url(r.headers.value(":path")), Host: r.headers.value(":authority"),
		Header: header, ProtoMajor: 1, ProtoMinor: 1}
}

// url leads to the upstream with the path exactly as it was asked for.
func (n *network) url(target string) *url.URL {
	if !strings.HasPrefix(target, "//") {
		return &url.URL{Scheme: "http", Host: n.address, Opaque: target}
	}
	raw, query, hasQuery := strings.Cut(target, "?") // as an opaque one it would be taken for an authority
	path, _ := url.PathUnescape(raw)
	return &url.URL{Scheme: "http", Host: n.address, Path: path, RawPath: raw, RawQuery: query, ForceQuery: hasQuery}
}

func (x *exchange) run() {
	defer x.stop()
	began := x.network.clock.now()
	response, err := x.network.transport.RoundTrip(x.request)
	if err != nil {
		x.to.run(func() { x.to.failed(x.network.resetOf(err)) })
		return
	}
	defer response.Body.Close()
	h := headerMap{{":status", strconv.Itoa(response.StatusCode)}}
	h.addHTTP(response.Header)
	if len(response.TransferEncoding) > 0 {
		h.add("transfer-encoding", "chunked")
	}
	if x.request.Body == nil || x.body.finished() { // an answer that comes earlier is not timed
		h.set(serviceTimeHeader, strconv.FormatInt((x.network.clock.now()-began).Milliseconds(), 10))
	}
	end := response.Body == http.NoBody || response.ContentLength == 0
	x.to.run(func() { x.to.headers(h, end) })
	if !end {
		x.read(response)
	}
}

// bodyPiece is how many bytes of a body are read at once.
const bodyPiece = 32 << 10

func (x *exchange) read(response *http.Response) {
	received := int64(0)
	for buffer := make([]byte, bodyPiece); ; {
		n, err := response.Body.Read(buffer)
		if n > 0 {
			piece := append([]byte(nil), buffer[:n]...)
			if received += int64(n); received == response.ContentLength {
				err = atEnd(response.Body, err)
			}
			whole := err == io.EOF && len(response.Trailer) == 0
			x.to.run(func() { dataOf(response.ProtoMajor, piece, whole, x.to.data) })
			if whole {
				return
			}
			x.to.drained()
		}
		switch {
		case err == io.EOF && len(response.Trailer) > 0 && response.ProtoMajor == 2:
			var h headerMap
			h.addHTTP(response.Trailer)
			x.to.run(func() { x.to.trailers(h) })
			return
		case err == io.EOF:
			x.to.run(func() { x.to.data(nil, true) })
			return
		case err != nil:
			x.to.run(func() { x.to.failed(x.network.resetOf(err)) })
			return
		}
	}
}

// atEnd waits for what comes after the last byte of a body whose length is known: in HTTP/2 the last frame says that it is the
// last, or trailers follow.
func atEnd(body io.Reader, err error) error {
	if err == nil {
		_, err = body.Read(make([]byte, 1))
	}
	return err
}

// dataOf tells of a piece of a body. The end of a body whose length is known comes with its last bytes: in HTTP/2 as one piece,
// in HTTP/1.1 as one more without bytes.
func dataOf(protocol int, piece []byte, whole bool, tell func([]byte, bool)) {
	tell(piece, whole && protocol == 2)
	if whole && protocol == 1 {
		tell(nil, true)
	}
}

func (n *network) resetOf(err error) *reset {
	var dial *net.OpError
	switch {
	case errors.As(err, &dial) && dial.Op == "dial" && dial.Timeout():
		return resetConnectTimeout()
	case errors.As(err, &dial) && dial.Op == "dial" && errors.Is(err, syscall.ECONNREFUSED):
		return resetRefused("Connection refused")
	case errors.As(err, &dial) && dial.Op == "dial":
		return resetRefused(dial.Err.Error())
	case strings.Contains(err.Error(), "malformed"):
		return resetProtocol()
	case n.transport.Protocols.UnencryptedHTTP2():
		return resetRemote()
	default:
		return resetTerminated()
	}
}
