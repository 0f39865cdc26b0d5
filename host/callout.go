package host

import (
	"strconv"
	"time"
)

// maxCalloutBody is the limit of an answer to a callout (Envoy's http.async_response_buffer_limit).
const maxCalloutBody = 32 << 20

// callout is a request of the filter's own, on its VM's loop. It belongs to a root context: no stream's end touches it.
type callout struct {
	root    *root
	id      uint32
	request outgoing
	timer   *timer

	answer headerMap
	body   []byte
}

// failure is why a callout had no answer, as proxy_get_status tells it.
type failure struct {
	code uint32
	text string
}

// brokenConnection is its code for a reset (proxy-wasm-cpp-host include/proxy-wasm/wasm_api_impl.h).
const brokenConnection = 11

// callOut sends a request to the cluster. A timeout of 0 milliseconds is none.
func (r *root) callOut(name string, h headerMap, body []byte, timeoutMillis uint32) (id uint32, result status) {
	for _, required := range []string{":method", ":path", ":authority"} {
		if h.value(required) == "" {
			return 0, statusBadArgument
		}
	}
	if name != Cluster {
		return 0, statusBadArgument
	}
	v := r.vm
	v.lastCallout++
	c := &callout{root: r, id: v.lastCallout}
	r.callouts[c.id] = c
	h.set("x-envoy-internal", "true")
	if len(body) > 0 {
		h.set("content-length", strconv.Itoa(len(body)))
	}
	timeout := time.Duration(timeoutMillis) * time.Millisecond
	c.request = v.gateway.upstream.open(upstreamRequest{headers: h, end: len(body) == 0, timeout: timeout}, c)
	if len(body) > 0 {
		c.request.data(body, true)
	}
	if timeout > 0 {
		c.timer = v.gateway.clock.after(v.loop, timeout, c.timedOut)
	}
	return c.id, statusOK
}

func (c *callout) run(f func()) { c.root.vm.loop.do(f) }

func (c *callout) later(f func()) { c.root.vm.loop.later(f) }

func (c *callout) headers(h headerMap, end bool) {
	c.answer = h
	if end {
		c.ended(c.answer, nil)
	}
}

func (c *callout) data(piece []byte, end bool) {
	c.body = append(c.body, piece...)
	switch {
	case len(c.body) > maxCalloutBody:
		c.ended(nil, nil)
	case end:
		c.ended(c.answer, c.body)
	}
}

func (c *callout) trailers(headerMap) { c.ended(c.answer, c.body) }

// failed shows the gateway's own answer like any other, and one that was cut as none.
func (c *callout) failed(f *reset) {
	if c.answer != nil {
		c.ended(nil, nil)
		return
	}
	c.ended(ownAnswer(f.status, f.text()))
}

// timedOut is like failed.
func (c *callout) timedOut() {
	if c.answer != nil {
		c.ended(nil, nil)
		return
	}
	c.ended(ownAnswer(504, []byte("upstream request timeout")))
}

func (c *callout) drained() {}

func ownAnswer(status int, body []byte) (headerMap, []byte) {
	return headerMap{{":status", strconv.Itoa(status)}, {"content-length", strconv.Itoa(len(body))}, {"content-type", "text/plain"}}, body
}

// ended shows the answer to the filter once, unless the root is gone.
func (c *callout) ended(h headerMap, body []byte) {
	v := c.root.vm
	if c.root.callouts[c.id] != c {
		return
	}
	delete(c.root.callouts, c.id)
	c.timer.stop()
	c.request.cancel()
	v.calloutHeaders, v.calloutBody = &h, &body
	if h == nil {
		v.calloutHeaders, v.calloutBody = nil, nil
		c.root.failure = failure{brokenConnection, "reset"}
	}
	v.call(c.root.id, v.exports.calloutResponse, uint64(c.root.id), uint64(c.id), uint64(len(h)), uint64(len(body)), 0)
	v.calloutHeaders, v.calloutBody = nil, nil
	c.root.failure.text = "" // the code stays
}
