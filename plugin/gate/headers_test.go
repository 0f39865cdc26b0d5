package gate

import (
	"reflect"
	"testing"

	"mcponce/plugin/mcp"
	"mcponce/plugin/policy"
	"mcponce/plugin/reply"
)

func TestReplaysCarryOnlyTheHeadersOfTheOutcome(t *testing.T) {
	config, err := policy.Parse([]byte(`{"paths": ["/mcp"], "principal": {"header": "x-user"}, "tools": [{"match": ["*"]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	outcome := mcp.Headers{
		{"content-type", "application/json"}, {"location", "/payments/1, /payments/2"}, {"etag", `"a"`}, {"mcp-protocol-version", "1"}, {"etag", `"b"`},
	}
	delivery := mcp.Headers{
		{":status", "200"}, {"mcp-session-id", "s"}, {"set-cookie", "a=b"}, {"www-authenticate", "Bearer"}, {"connection", "close"}, {"keep-alive", "timeout=5"},
		{"transfer-encoding", "chunked"}, {"content-length", "2"}, {"date", "Mon"}, {"server", "envoy"}, {"x-envoy-upstream-service-time", "1"},
		{"idempotent-replayed", "false"}, {"x-request-id", "1"}, {"cache-control", "no-store"},
	}
	if got := config.KeptHeaders(append(delivery, outcome...)); !reflect.DeepEqual(mcp.Headers(got), outcome) {
		t.Errorf("got %q\nwant %q", got, outcome)
	}
}

func TestCalloutCarriesTheRequestWithoutItsConnection(t *testing.T) {
	request := mcp.Headers{
		{":method", "POST"}, {":path", "/mcp?a=b"}, {":authority", "bank"}, {"content-type", "application/json"}, {"accept", "text/event-stream"},
		{"authorization", "Bearer a"}, {"mcp-name", "transfer"}, {"x-user", "alice"}, {"traceparent", "00-1"}, {"cookie", "a=b"}, {"cookie", "c=d"},
	}
	connection := mcp.Headers{
		{"connection", "keep-alive"}, {"keep-alive", "timeout=5"}, {"proxy-connection", "keep-alive"}, {"te", "trailers"}, {"trailer", "x"},
		{"transfer-encoding", "chunked"}, {"upgrade", "h2c"}, {"content-length", "2"}, {"expect", "100-continue"}, {"accept-encoding", "gzip"},
		{"idempotency-key", `"k"`}, {"x-envoy-max-retries", "3"}, {"x-envoy-retry-on", "5xx"}, {"x-envoy-upstream-rq-timeout-ms", "1"},
	}
	if got := calloutHeaders(append(connection, request...)); !reflect.DeepEqual(mcp.Headers(got), request) {
		t.Errorf("got %q\nwant %q", got, request)
	}
}

func TestFirstAnswerIsTheServersWithoutItsConnection(t *testing.T) {
	server := mcp.Headers{
		{"content-type", "text/event-stream"}, {"set-cookie", "a=b"}, {"set-cookie", "c=d"}, {"www-authenticate", "Bearer"}, {"location", "/1"},
	}
	connection := mcp.Headers{
		{":status", "201"}, {"connection", "close"}, {"keep-alive", "timeout=5"}, {"transfer-encoding", "chunked"}, {"content-length", "2"},
		{"date", "Mon"}, {"server", "x"}, {"x-envoy-upstream-service-time", "1"}, {"idempotent-replayed", "true"}, {"x-envoy-attempt-count", "1"}, {"x-details", "via_upstream"},
	}
	a := &attempt{plugin: &plugin{config: &policy.Config{DetailsHeader: "x-details"}}}
	got := a.firstAnswer(&answer{status: 201, headers: append(connection, server...)}, []byte("body"), "executed")
	want := append(mcp.Headers{{reply.ReplayedHeader, "false"}}, server...)
	if got.Status != 201 || string(got.Body) != "body" || !reflect.DeepEqual(mcp.Headers(got.Headers), want) {
		t.Errorf("got %d %q %q\nwant %q", got.Status, got.Headers, got.Body, want)
	}
}
