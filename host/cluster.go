package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// connectTimeout bounds the making of a connection to the upstream (Envoy's default of connect_timeout).
const connectTimeout = 5 * time.Second

// serviceTimeHeader is on every answer that a server gave, and on none that the gateway made.
const serviceTimeHeader = "x-envoy-upstream-service-time"

// cluster sends requests to the one upstream. It never sends one twice: a request with a body carries no way to read the
// body again, without which net/http does not retry.
type cluster struct {
	address   string
	clock     *clock
	transport *http.Transport
}

func newCluster(address string, c *clock) *cluster {
	return &cluster{address: address, clock: c, transport: &http.Transport{
		DialContext:         (&net.Dialer{Timeout: connectTimeout}).DialContext,
		DisableCompression:  true,
		MaxIdleConnsPerHost: 1024,
		IdleConnTimeout:     time.Minute,
	}}
}

// send makes the request and returns the answer's headers as filters see them. The body is nil for a request without one.
// timeout is what the upstream is told, 0 for none.
func (c *cluster) send(ctx context.Context, h headerMap, body io.ReadCloser, length int64, timeout time.Duration) (*http.Response, headerMap, *reset) {
	request := c.request(ctx, h, body, length, timeout)
	began := c.clock.monotonic()
	response, err := c.transport.RoundTrip(request)
	if err != nil {
		return nil, nil, resetOf(err)
	}
	headers := headerMap{{":status", strconv.Itoa(response.StatusCode)}}
	headers.addHTTP(response.Header)
	if len(response.TransferEncoding) > 0 {
		headers.add("transfer-encoding", "chunked")
	}
	headers.set(serviceTimeHeader, strconv.FormatInt((c.clock.monotonic()-began).Milliseconds(), 10))
	return response, headers, nil
}

func (c *cluster) request(ctx context.Context, h headerMap, body io.ReadCloser, length int64, timeout time.Duration) *http.Request {
	header := http.Header{}
	h.toHTTP(header)
	for _, name := range []string{"x-envoy-max-retries", "x-envoy-retry-on", "content-length"} {
		header.Del(name)
	}
	if timeout > 0 {
		header.Set("x-envoy-expected-rq-timeout-ms", strconv.FormatInt(timeout.Milliseconds(), 10))
	}
	if header.Get("user-agent") == "" {
		header.Set("user-agent", "") // else net/http names itself
	}
	r := &http.Request{Method: h.value(":method"), URL: c.url(h.value(":path")), Host: h.value(":authority"), Header: header,
		ProtoMajor: 1, ProtoMinor: 1}
	if body != nil {
		r.Body, r.ContentLength = body, length
	}
	return r.WithContext(ctx)
}

// url leads to the upstream with the path exactly as it was asked for.
func (c *cluster) url(target string) *url.URL {
	if !strings.HasPrefix(target, "//") {
		return &url.URL{Scheme: "http", Host: c.address, Opaque: target}
	}
	raw, query, hasQuery := strings.Cut(target, "?") // as an opaque one it would be taken for an authority
	path, _ := url.PathUnescape(raw)
	return &url.URL{Scheme: "http", Host: c.address, Path: path, RawPath: raw, RawQuery: query, ForceQuery: hasQuery}
}

func (c *cluster) close() { c.transport.CloseIdleConnections() }

// reset is how an exchange with the upstream failed, in the words of Envoy's router.
type reset struct {
	reason    string // of the reset, with spaces
	transport string // why the connection failed, or empty
	flag      uint64
	status    int // of the gateway's answer
}

func resetOf(err error) *reset {
	var dial *net.OpError
	switch {
	case errors.As(err, &dial) && dial.Op == "dial" && dial.Timeout():
		return &reset{reason: "connection timeout", flag: flagConnectFailure, status: 503}
	case errors.As(err, &dial) && dial.Op == "dial":
		reason := "delayed connect error: " + dial.Err.Error()
		if errors.Is(err, syscall.ECONNREFUSED) {
			reason = "delayed connect error: Connection refused"
		}
		return &reset{reason: "remote connection failure", transport: reason, flag: flagConnectFailure, status: 503}
	case strings.Contains(err.Error(), "malformed"):
		return &reset{reason: "protocol error", flag: flagUpstreamProtocol, status: 502}
	default:
		return &reset{reason: "connection termination", flag: flagConnectTermination, status: 503}
	}
}

// details are the response code details of a reset before or after the answer began.
func (r *reset) details(when string) string {
	inner := r.reason
	if r.transport != "" {
		inner += "|" + r.transport
	}
	return detailsWord(fmt.Sprintf("upstream_reset_%s_response_started{%s}", when, inner))
}

// text is the body of the gateway's answer.
func (r *reset) text() []byte {
	text := "upstream connect error or disconnect/reset before headers. reset reason: " + r.reason
	if r.transport != "" {
		text += ", transport failure reason: " + r.transport
	}
	return []byte(text)
}
