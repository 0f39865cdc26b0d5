// Package client is what the example clients share: a wire that can be cut, a session, the call, and a look into the ledger.
package client

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Connect opens an MCP session (2026-07-28) with the server at url. Every request names its principal in the header x-user,
// which stands for whatever the gateway's authentication would establish.
func Connect(ctx context.Context, url, principal string, via http.RoundTripper) (*mcp.ClientSession, error) {
	transport := &mcp.StreamableClientTransport{
		Endpoint:   url,
		HTTPClient: &http.Client{Transport: asPrincipal{principal, via}},
	}
	return mcp.NewClient(&mcp.Implementation{Name: "example", Version: "1.0.0"}, nil).Connect(ctx, transport, nil)
}

type asPrincipal struct {
	name string
	next http.RoundTripper
}

func (p asPrincipal) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("x-user", p.name)
	return p.next.RoundTrip(req)
}

// NewKey returns a fresh idempotency key, a UUID version 4 (RFC 9562).
func NewKey() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
