package host_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"mcponce/host"
)

func TestRequestBeyondTheBufferLimitIsRefusedByTheGateway(t *testing.T) {
	b := start(t, plugin(t), func(o *host.Options) { o.BufferLimit = 50 })
	want(t, b.line().call("inline", "k"), "413")
	if a := <-b.access; a.Details != "request_payload_too_large" {
		t.Errorf("got the details %q; want request_payload_too_large", a.Details)
	}
}

// The filter finds out that it is not shown the body, and lets nothing governed through.
func TestWithheldBodyIsShownWhenTheHeadersHaveGone(t *testing.T) {
	b := start(t, plugin(t), func(o *host.Options) { o.WithholdBody = true })
	want(t, b.line().call("inline", "k"), "store headers_not_held")
	b.awaitExecutions(0)
}

func TestHTTP2ResetEndsOneStreamOfTheConnection(t *testing.T) {
	b := start(t, plugin(t), unchanged)
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	client := &http.Client{Transport: &http.Transport{Protocols: protocols}}
	defer client.CloseIdleConnections()
	send := func(ctx context.Context, key string) <-chan string {
		told := make(chan string, 1)
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, b.URL()+"/mcp", strings.NewReader(body("inline")))
		if err != nil {
			t.Fatal(err)
		}
		request.Header = http.Header{"X-User": {"alice"}, "Idempotency-Key": {key}, "Content-Type": {"application/json"}}
		go func() {
			response, err := client.Do(request)
			if err != nil {
				told <- "cut"
				return
			}
			defer response.Body.Close()
			told <- read(response)
		}()
		return told
	}
	ctx, leave := context.WithCancel(context.Background())
	leaves, stays := send(ctx, "a"), send(context.Background(), "b")
	b.awaitExecutions(2)
	leave()
	want(t, leaves, "cut")
	if a := <-b.access; a.Details != "http2.remote_reset" || a.Status != 0 {
		t.Errorf("got the details %q and the status %d; want http2.remote_reset without one", a.Details, a.Status)
	}
	b.release()
	want(t, stays, "executed")
	want(t, send(context.Background(), "a"), "in_doubt client_left")
}

func TestRouteTimeoutIsToldInTheAccessLog(t *testing.T) {
	b := start(t, plugin(t), unchanged)
	l := b.line()
	told := l.call("inline", "k")
	b.awaitExecutions(1)
	b.Advance(5 * time.Minute) // the default of tool_timeout
	want(t, told, "in_doubt gateway_timeout")
	await(t, "the end of the request to the origin", func() (gone bool) {
		b.count(func() { gone = b.left == 1 })
		return gone
	})
}
