package host

import (
	"fmt"
	"time"
)

// upstream is the gateway's way to the server behind it: a network, or the script of a test.
type upstream interface {
	// open begins a request. It must not block, nor tell of events before it returns.
	open(r upstreamRequest, to events) outgoing
	close()
}

// upstreamRequest is a request as it goes to the upstream.
type upstreamRequest struct {
	headers headerMap
	end     bool          // it has no body
	timeout time.Duration // that the server is told; 0 is none
}

// outgoing is a request that is on its way to the upstream. Its functions must not block.
type outgoing interface {
	data(piece []byte, end bool)
	trailers(h headerMap)
	// cancel gives the request up. No more is wanted of it.
	cancel()
	// drained waits until the upstream has taken most of the request. It is called off the loop.
	drained()
}

// events is told what comes of a request to the upstream. All but run and drained are called on a loop.
type events interface {
	// run runs f on the loop, and returns when it has run.
	run(f func())
	// later runs f when what runs on the loop now has ended.
	later(f func())
	headers(h headerMap, end bool)
	data(piece []byte, end bool)
	trailers(h headerMap)
	failed(f *reset)
	// drained waits until most of what came was passed on. It is called off the loop.
	drained()
}

// serviceTimeHeader is on every answer that a server gave, and on none that the gateway made.
const serviceTimeHeader = "x-envoy-upstream-service-time"

// reset is how an exchange with the upstream failed, in the words of Envoy's router.
type reset struct {
	reason    string // of the reset, with spaces
	transport string // why the connection failed, or empty
	flag      uint64
	status    int // of the gateway's answer
}

func resetTerminated() *reset {
	return &reset{reason: "connection termination", flag: flagConnectTermination, status: 503}
}

func resetRefused(why string) *reset {
	return &reset{reason: "remote connection failure", transport: "delayed connect error: " + why, flag: flagConnectFailure, status: 503}
}

func resetConnectTimeout() *reset {
	return &reset{reason: "connection timeout", flag: flagConnectFailure, status: 503}
}

func resetRemote() *reset {
	return &reset{reason: "remote reset", flag: flagRemoteReset, status: 503}
}

func resetProtocol() *reset {
	return &reset{reason: "protocol error", flag: flagUpstreamProtocol, status: 502}
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
