// Ledger is an MCP server (2026-07-28, stateless) whose tools have side effects, and that keeps an append-only ledger of them.
package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"syscall"

	"mcponce/examples/ledger/server"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := server.Run(ctx, os.Args[1:], os.Stdout); err != nil {
		log.Fatalln("ledger:", err)
	}
}
