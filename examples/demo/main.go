// Demo breaks a payment's connection and retries it, once straight at an MCP server and once through Envoy with mcponce,
// and shows the server's ledger after each.
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
	binary := flag.String("envoy", "", "Envoy binary, as envoy/fetch.sh prints it")
	wasm := flag.String("wasm", "build/plugin.wasm", "the mcponce plugin")
	flag.Parse()
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	if err := run(ctx, envoyWithMcponce(*binary, *wasm)); err != nil {
		log.Fatalln("\nThe demo failed:", err)
	}
}
