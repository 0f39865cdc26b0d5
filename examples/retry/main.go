// Retry is an MCP client whose connection breaks in the middle of a transfer, and that sends the transfer again under the same key.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcponce/examples/client"
	"mcponce/examples/ledger/server"
)

type options struct {
	url, principal, key string
	ledgerURL           string        // where to see that the server has executed; empty: cut after cutAfter
	cutAfter            time.Duration // from the start of the call
}

func main() {
	var o options
	flag.StringVar(&o.url, "url", "http://127.0.0.1:8080/mcp", "MCP endpoint")
	flag.StringVar(&o.principal, "principal", "alice", "who calls (header x-user)")
	flag.StringVar(&o.key, "key", client.NewKey(), "idempotency key")
	flag.StringVar(&o.ledgerURL, "ledger-url", "", "the server's ledger, polled to cut once the transfer is executed")
	flag.DurationVar(&o.cutAfter, "cut-after", 150*time.Millisecond, "without -ledger-url: when to cut")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	report, err := run(ctx, o)
	line, _ := json.Marshal(report)
	fmt.Printf("%s\n", line)
	if err != nil {
		log.Fatalln("retry:", err)
	}
}

// run fails unless the first attempt really broke and the retry got a result.
func run(ctx context.Context, o options) (report client.Report, err error) {
	var wire client.Wire
	session, err := client.Connect(ctx, o.url, o.principal, wire.Transport())
	if err != nil {
		return report, err
	}
	defer session.Close()
	// The key goes with the message: the same in every attempt, whatever connection or JSON-RPC id carries it.
	meta := mcp.Meta{server.KeyMeta: o.key}

	fmt.Println("attempt 1: transfer 100 from alice to bob, key", o.key)
	var outcome client.Outcome
	transfer := func(ctx context.Context) (err error) {
		outcome, err = client.Transfer(ctx, session, meta, 100)
		return err
	}
	err, cutErr := wire.CutDuring(ctx, o.middle, transfer)
	if err == nil {
		return report, fmt.Errorf("expected a broken connection, got receipt %s: use a longer -delay at the server", outcome.Receipt)
	}
	if cutErr != nil {
		return report, errors.Join(err, cutErr)
	}
	report.FirstError = err.Error()
	fmt.Println("  connection cut; the SDK says:", err)

	fmt.Println("attempt 2: the same transfer, the same key, a new connection")
	err = transfer(ctx)
	ids := wire.CallIDs()
	fmt.Printf("  JSON-RPC ids on the wire: %s\n", ids)
	if len(ids) < 2 || slices.ContainsFunc(ids[1:], func(id json.RawMessage) bool { return bytes.Equal(id, ids[0]) }) {
		return report, errors.Join(err, errors.New("expected a retry with a JSON-RPC id of its own"))
	}
	report.FirstID, report.RetryID = ids[0], ids[len(ids)-1]
	if err != nil {
		return report, err
	}
	if asked := len(ids) - 1; asked > 1 {
		fmt.Printf("  asked %d times: at first the answer was that attempt 1 is still running\n", asked)
	}
	report.Receipt, report.Replayed = outcome.Receipt, outcome.Replayed
	fmt.Printf("  receipt %s, replayed: %t\n", outcome.Receipt, outcome.Replayed)
	return report, nil
}

// middle returns when the server has executed the call and has not answered yet.
func (o options) middle(ctx context.Context) error {
	if o.ledgerURL != "" {
		return client.AwaitExecution(ctx, o.ledgerURL, o.key)
	}
	select {
	case <-time.After(o.cutAfter):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
