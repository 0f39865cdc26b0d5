package classify

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// MostTools is how many tools a server may list. A list without end ends there.
const MostTools = 10_000

// Listing is what a server says of itself and of its tools.
type Listing struct {
	Server   string // its name, which may be empty
	Version  string
	Protocol string // the version of MCP that was spoken
	Tools    []*mcp.Tool
}

// List asks the MCP server at the endpoint, an http or https URL, for all of its tools, page by page, over streamable HTTP; it
// speaks MCP 2026-07-28 or what the server knows. The headers go with each request. Redirects are not followed: the headers
// are meant for this server.
func List(ctx context.Context, endpoint *url.URL, headers http.Header) (*Listing, error) {
	w := &wire{headers: headers, next: http.DefaultTransport}
	transport := &mcp.StreamableClientTransport{
		Endpoint: endpoint.String(),
		HTTPClient: &http.Client{Transport: w, CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}},
		MaxRetries:           -1,
		DisableStandaloneSSE: true,
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "mcponce", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	session, err := client.Connect(ctx, transport, nil)
	if err != nil {
		return nil, w.explain(ctx, err)
	}
	defer session.Close()
	about := session.InitializeResult()
	l := &Listing{Protocol: about.ProtocolVersion}
	if about.ServerInfo != nil {
		l.Server, l.Version = about.ServerInfo.Name, about.ServerInfo.Version
	}
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			return nil, w.explain(ctx, err)
		}
		if l.Tools = append(l.Tools, tool); len(l.Tools) > MostTools {
			return nil, fmt.Errorf("the server lists more than %d tools", MostTools)
		}
	}
	return l, nil
}

// wire adds the headers to each request, and keeps what came of the last one.
type wire struct {
	headers http.Header
	next    http.RoundTripper
	answer  atomic.Pointer[http.Response] // to the last request that was answered; its body is not touched here
}

// RoundTrip implements [http.RoundTripper].
func (w *wire) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	for name, values := range w.headers {
		request.Header[name] = values
	}
	answer, err := w.next.RoundTrip(request)
	if err == nil {
		w.answer.Store(answer)
	}
	return answer, err
}

// explain says what an error of the SDK comes from, and what to do.
func (w *wire) explain(ctx context.Context, err error) error {
	var refused *net.OpError
	answer := w.answer.Load()
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("the list was not whole in time: %w", context.Cause(ctx))
	case answer == nil && errors.As(err, &refused):
		return fmt.Errorf("no server answers there: %w", refused)
	case answer == nil:
		return fmt.Errorf("no server answers there: %w", err)
	}
	switch status := answer.Status; answer.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		return fmt.Errorf("the server answers %q: give what it asks for, such as --header 'Authorization: Bearer TOKEN'", status)
	case http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return fmt.Errorf("the server answers %q, and redirects to %q: give that URL, if you trust it", status, answer.Header.Get("Location"))
	case http.StatusNotFound, http.StatusMethodNotAllowed:
		return fmt.Errorf("the server answers %q: is this the URL of the MCP endpoint, often /mcp, and does the server speak streamable HTTP?", status)
	default:
		return fmt.Errorf("what answers there (%q) does not list tools as an MCP server does: %s", status, printable(err.Error()))
	}
}

// printable leaves out what could move a terminal's cursor: an error may quote the server.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
}
