package host_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mcponce/host"
)

// HTTP/2 on both sides carries trailers, which HTTP/1.1 drops as Envoy does by default.
func TestTrailersPassWhereBothSidesSpeakHTTP2(t *testing.T) {
	for name, c := range map[string]struct {
		client, upstream bool // speak HTTP/2
		request, answer  string
	}{
		"HTTP/2 on both sides": {true, true, "1", "2"},
		"HTTP/1.1 client":      {false, true, "", ""},
		"HTTP/1.1 upstream":    {true, false, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			request, answer := exchangeTrailers(t, c.client, c.upstream)
			if request != c.request || answer != c.answer {
				t.Errorf("the server got %q and the client %q; want %q and %q", request, answer, c.request, c.answer)
			}
		})
	}
}

func exchangeTrailers(t *testing.T, clientHTTP2, upstreamHTTP2 bool) (request, answer string) {
	got := make(chan string, 1)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		got <- r.Trailer.Get("x-sum")
		w.Header().Set("content-type", "application/json")
		io.WriteString(w, executed)
		w.Header().Set(http.TrailerPrefix+"x-sum", "2")
	}))
	server.Config.Protocols = protocols(true)
	server.Start()
	defer server.Close()
	options, err := options(plugin(t), config, strings.TrimPrefix(server.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	options.UpstreamHTTP2 = upstreamHTTP2
	gateway, err := host.Start(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	defer gateway.Close()

	transport := &http.Transport{Protocols: protocols(clientHTTP2)}
	transport.Protocols.SetHTTP1(!clientHTTP2)
	defer transport.CloseIdleConnections()
	r, err := http.NewRequest(http.MethodPost, gateway.URL()+"/mcp", io.NopCloser(strings.NewReader(body("inline"))))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"X-User": {"alice"}, "Idempotency-Key": {"k"}, "Content-Type": {"application/json"}}
	r.Trailer = http.Header{"X-Sum": {"1"}}
	response, err := transport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if got := read(response); got != "executed" {
		t.Errorf("the client got %q; want executed", got)
	}
	return <-got, response.Trailer.Get("x-sum")
}

// protocols are HTTP/1.1, and HTTP/2 without TLS.
func protocols(http2 bool) *http.Protocols {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetUnencryptedHTTP2(http2)
	return p
}
