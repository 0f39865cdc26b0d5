package main

import (
	"context"
	"fmt"

	"mcponce/examples/client"
	"mcponce/examples/ledger/server"
)

// showLedger prints the ledger of the server at url, and returns it.
func showLedger(ctx context.Context, url string) ([]server.Entry, error) {
	entries, err := client.Ledger(ctx, url+"/ledger")
	if err != nil {
		return nil, err
	}
	fmt.Println("\n   The server's ledger, one line for each execution:")
	for _, e := range entries {
		fmt.Printf("     %s  %s  %s %s  key %s\n", e.Receipt(), e.Time.Format("15:04:05.000"), e.Tool, e.Arguments, e.Key)
	}
	return entries, nil
}

// showDecisions prints what the gateway's log says.
func showDecisions(lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Println("\n   The gateway's log, one line for each decision:")
	for _, line := range lines {
		fmt.Print("     ", line)
	}
}
