// Demo breaks a payment's connection and retries it, once straight at an MCP server and once through a gateway with
// mcponce, and shows the server's ledger after each.
package main

import (
	"context"
	"flag"
	"log"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	name := flag.String("gateway", "serve", "what mcponce runs in: serve (mcponce serve) or envoy")
	wasm := flag.String("wasm", "build/plugin.wasm", "the mcponce plugin")
	flag.Parse()
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	between, err := chosen(*name, *wasm)
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
		defer cancel()
		err = run(ctx, between)
	}
	if err != nil {
		log.Fatalln("\nThe demo failed:", err)
	}
}
