// Package client is what the example clients share: a wire that can be cut, a session, the call, and a look into the ledger.
package client

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// replayedMeta is the member of a result's _meta that marks an outcome recorded earlier.
const replayedMeta = "mcponce/replayed"

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

// Outcome is what a transfer came back with.
type Outcome struct {
	Receipt  string // names the execution: "r-000001"
	Replayed bool   // the outcome of an earlier attempt
}

// Transfer moves amount from alice to bob. The key, if it is sent in the body, is in meta.
func Transfer(ctx context.Context, s *mcp.ClientSession, meta mcp.Meta, amount int) (Outcome, error) {
	result, err := s.CallTool(ctx, &mcp.CallToolParams{
		Meta: meta, Name: "transfer",
		Arguments: map[string]any{"from": "alice", "to": "bob", "amount": amount},
	})
	if err != nil {
		return Outcome{}, err
	}
	if result.IsError {
		text, _ := json.Marshal(result.Content)
		return Outcome{}, fmt.Errorf("the tool reports %s", text)
	}
	content, _ := result.StructuredContent.(map[string]any)
	receipt, ok := content["receipt"].(string)
	if !ok {
		return Outcome{}, errors.New("expected a receipt in the result's structured content, got none: is this the ledger server?")
	}
	_, replayed := result.Meta[replayedMeta]
	return Outcome{receipt, replayed}, nil
}
