package host

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"
)

// maxCalloutBody is the limit of an answer to a callout (Envoy's http.async_response_buffer_limit).
const maxCalloutBody = 32 << 20

// callout is a request of the filter's own. It belongs to the root context: no stream's end touches it.
type callout struct {
	vm     *vm
	id     uint32
	cancel context.CancelFunc
}

// callOut sends a request to the cluster. A timeout of 0 milliseconds is none.
func (v *vm) callOut(name string, h headerMap, body []byte, timeoutMillis uint32) (id uint32, result status) {
	for _, required := range []string{":method", ":path", ":authority"} {
		if h.value(required) == "" {
			return 0, statusBadArgument
		}
	}
	if name != Cluster {
		return 0, statusBadArgument
	}
	ctx, cancel := context.WithCancel(context.Background())
	v.lastCallout++
	c := &callout{vm: v, id: v.lastCallout, cancel: cancel}
	v.callouts[c.id] = c
	h.set("x-envoy-internal", "true")
	timeout := time.Duration(timeoutMillis) * time.Millisecond
	v.gateway.running.Go(func() { c.run(ctx, h, body, timeout) })
	return c.id, statusOK
}

// errCalloutTimeout is why the context of a callout was ended that took too long.
var errCalloutTimeout = errors.New("the callout's timeout has passed")

func (c *callout) run(ctx context.Context, h headerMap, body []byte, timeout time.Duration) {
	defer c.cancel()
	ctx, expire := context.WithCancelCause(ctx)
	defer expire(nil)
	if timeout > 0 {
		defer c.vm.gateway.clock.after(timeout, func() { expire(errCalloutTimeout) }).stop()
	}
	headers, content := c.exchange(ctx, h, body, timeout)
	if context.Cause(ctx) == errCalloutTimeout {
		headers, content = answerOf(504, []byte("upstream request timeout"))
	}
	c.vm.loop.post(func() { c.ended(headers, content) })
}

// exchange returns no headers when the answer was cut. What the gateway answers itself looks like any answer.
func (c *callout) exchange(ctx context.Context, h headerMap, body []byte, timeout time.Duration) (headerMap, []byte) {
	var content io.ReadCloser
	if len(body) > 0 {
		content = io.NopCloser(onlyReader{bytes.NewReader(body)})
	}
	response, headers, failed := c.vm.gateway.cluster.send(ctx, h, content, int64(len(body)), timeout)
	if failed != nil {
		return answerOf(failed.status, failed.text())
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(http.MaxBytesReader(nil, response.Body, maxCalloutBody))
	if err != nil {
		return nil, nil
	}
	return headers, answer
}

// onlyReader hides what else a reader can do, so that net/http cannot send the body twice.
type onlyReader struct{ io.Reader }

func answerOf(status int, body []byte) (headerMap, []byte) {
	return headerMap{{":status", strconv.Itoa(status)}, {"content-length", strconv.Itoa(len(body))},
		{"content-type", "text/plain"}}, body
}

// ended shows the answer to the filter, unless the root is gone.
func (c *callout) ended(h headerMap, body []byte) {
	v := c.vm
	if v.callouts[c.id] == nil {
		return
	}
	delete(v.callouts, c.id)
	v.calloutHeaders, v.calloutBody = &h, &body
	if h == nil {
		v.calloutBody = nil
	}
	v.call(rootContext, v.exports.calloutResponse, rootContext, uint64(c.id), uint64(len(h)), uint64(len(body)), 0)
	v.calloutHeaders, v.calloutBody = nil, nil
}
