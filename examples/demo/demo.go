package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcponce/examples/client"
	"mcponce/examples/ledger/server"
)

// principal is who calls in every run.
const principal = "alice"

// run returns nil only if what it shows is exactly what it promises to show.
func run(ctx context.Context, between way) error {
	dir, err := os.MkdirTemp("", "mcponce-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	bin, err := build(ctx, dir)
	if err != nil {
		return err
	}
	fmt.Println("One payment of 100, from alice to bob. Its connection breaks after the server has executed it and before")
	fmt.Println("the answer is back. The client cannot know, so it sends the payment again, under the same idempotency key.")

	fmt.Println("\n1. Straight at the MCP server")
	if err := straight(ctx, bin); err != nil {
		return fmt.Errorf("straight at the server: %w", err)
	}
	fmt.Println("   => 2 executions: the money has moved twice. The server saw the key and did nothing with it.")

	fmt.Printf("\n2. The same client and server, with %s between them\n", between.name)
	if err := throughGateway(ctx, bin, between); err != nil {
		return fmt.Errorf("through mcponce: %w", err)
	}
	fmt.Println("   => 1 execution: the retry got the receipt of the first attempt, and the other amount was not paid.")
	return nil
}

func straight(ctx context.Context, bin programs) error {
	ledger, err := bin.startLedger(ctx)
	if err != nil {
		return err
	}
	defer ledger.stop()
	report, err := bin.retry(ctx, ledger.url, ledger.url, client.NewKey())
	if err != nil {
		return err
	}
	entries, err := showLedger(ctx, ledger.url)
	if err != nil {
		return err
	}
	return expected{executions: 2, receipt: "r-000002", replayed: false}.check(report, entries)
}

func throughGateway(ctx context.Context, bin programs, between way) (err error) {
	ledger, err := bin.startLedger(ctx)
	if err != nil {
		return err
	}
	defer ledger.stop()
	g, err := between.start(ctx, bin, ledger.address())
	if err != nil {
		return err
	}
	defer g.Stop()
	defer func() {
		if err != nil {
			err = fmt.Errorf("%w\n\nThe end of the gateway's log:\n%s", err, g.LogTail())
		}
	}()

	key := client.NewKey()
	report, err := bin.retry(ctx, g.URL(), ledger.url, key)
	if err != nil {
		return err
	}
	refusal := otherAmount(ctx, g.URL(), key)
	entries, err := showLedger(ctx, ledger.url)
	if err != nil {
		return err
	}
	check := expected{executions: 1, receipt: "r-000001", replayed: true}.check(report, entries)
	if err := errors.Join(refusal, check); err != nil {
		return err
	}
	g.Stop()
	showDecisions(g.Decisions())
	return nil
}

// otherAmount calls once more with the key of a payment that was made, and another amount: nil if that is refused as a conflict.
func otherAmount(ctx context.Context, url, key string) error {
	session, err := client.Connect(ctx, url+"/mcp", principal, http.DefaultTransport)
	if err != nil {
		return err
	}
	defer session.Close()
	fmt.Println("   | call 3: transfer 250 from alice to bob, still the same key")
	outcome, err := client.Transfer(ctx, session, mcp.Meta{server.KeyMeta: key}, 250)
	var refused *jsonrpc.Error
	if !errors.As(err, &refused) || refused.Code != client.CodeConflict {
		return fmt.Errorf("another amount under the same key: expected error %d, got receipt %q, error %v", client.CodeConflict, outcome.Receipt, err)
	}
	fmt.Printf("   |   refused, %d: %s\n", refused.Code, refused.Message)
	return nil
}
