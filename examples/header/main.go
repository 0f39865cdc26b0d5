// Header is an MCP client that sends its key as the header Idempotency-Key. Go's net/http takes that header as leave to send a
// POST again when a connection that was used before dies without a byte of the answer. The caller never learns of it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os/signal"
	"syscall"

	"mcponce/examples/client"
	"mcponce/examples/ledger/server"
)

type options struct{ url, principal, key, ledgerURL string }

// seen is one call as its three witnesses saw it.
type seen struct {
	outcome    client.Outcome    // the caller
	posts      []json.RawMessage // the wire: the JSON-RPC id of every POST of the call
	executions int               // the ledger
}

func main() {
	var o options
	flag.StringVar(&o.url, "url", "http://127.0.0.1:8080/mcp", "MCP endpoint")
	flag.StringVar(&o.principal, "principal", "alice", "who calls (header x-user)")
	flag.StringVar(&o.key, "key", client.NewKey(), "idempotency key")
	flag.StringVar(&o.ledgerURL, "ledger-url", "http://127.0.0.1:8080/ledger", "the server's ledger")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	s, err := run(ctx, o)
	if err != nil {
		log.Fatalln("header:", err)
	}
	fmt.Printf("the caller:  one call, no error, receipt %s, replayed: %t\n", s.outcome.Receipt, s.outcome.Replayed)
	fmt.Printf("the wire:    %d POSTs of it, JSON-RPC ids %s\n", len(s.posts), s.posts)
	fmt.Printf("the ledger:  %d executions under key %s\n", s.executions, o.key)
}

// run fails if the caller sees an error, or if net/http did not send the call again.
func run(ctx context.Context, o options) (s seen, err error) {
	var wire client.Wire
	session, err := client.Connect(ctx, o.url, o.principal, keyInHeader{wire.Transport()})
	if err != nil {
		return s, err
	}
	defer session.Close()

	err, cutErr := wire.CutDuring(ctx,
		func(ctx context.Context) error { return client.AwaitExecution(ctx, o.ledgerURL, o.key) },
		func(ctx context.Context) (err error) {
			s.outcome, err = client.Transfer(withKey(ctx, o.key), session, nil, 100)
			return err
		})
	if err := errors.Join(err, cutErr); err != nil {
		return s, err
	}
	if s.posts = wire.CallIDs(); len(s.posts) < 2 {
		return s, errors.New("expected net/http to send the POST again, it was sent once: the answer came first; use a longer -delay at the server")
	}
	s.executions, err = client.Executions(ctx, o.ledgerURL, o.key)
	return s, err
}

type contextKey struct{}

func withKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, contextKey{}, key)
}

// keyInHeader gives a request the key that its call's context carries; the SDK hands that context down.
type keyInHeader struct{ next http.RoundTripper }

func (k keyInHeader) RoundTrip(req *http.Request) (*http.Response, error) {
	if key, ok := req.Context().Value(contextKey{}).(string); ok {
		req = req.Clone(req.Context())
		req.Header.Set(server.KeyHeader, key)
	}
	return k.next.RoundTrip(req)
}
