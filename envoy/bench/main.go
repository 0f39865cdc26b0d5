// Bench measures what mcponce costs beside Envoy without it, beside a sidecar and an ext_proc server that do the same, and
// in mcponce serve, and writes the tables of docs/BENCHMARKS.md. It runs on Linux, from the root of the repository:
//
//	make bench                                      everything
//	make bench BENCH='-only mcponce -rounds 3'      a quick look: prints, and writes no file
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"mcponce/envoy/bench/load"
)

// paths are the files that a run needs.
type paths struct{ envoy, wasm, empty, mcponce string }

func main() {
	log.SetFlags(0)
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		log.Fatalln("bench:", child(os.Args[1:]))
	}
	var p paths
	flag.StringVar(&p.envoy, "envoy", "", "Envoy binary, as envoy/fetch.sh prints it")
	flag.StringVar(&p.wasm, "wasm", "", "absolute path of the plugin")
	flag.StringVar(&p.empty, "empty", "", "absolute path of the empty plugin")
	flag.StringVar(&p.mcponce, "mcponce", "", "the command mcponce")
	rounds := flag.Int("rounds", 5, "rounds that count")
	only := flag.String("only", "", "a list such as mcponce,serve,sidecar,ext_proc,startup: the others are not measured")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, p, *rounds, *only); err != nil {
		log.Fatalln("bench:", err)
	}
}

func run(ctx context.Context, p paths, rounds int, only string) error {
	f, err := p.start(ctx, append([]string{bare}, strings.Split(only, ",")...))
	if err != nil {
		return err
	}
	defer f.stop()
	b := &bench{field: f}
	r, err := b.rounds(rounds, func(round int) { log.Printf("round %d of %d", round, rounds) })
	if err != nil {
		return err
	}
	for _, p := range load.Payloads() {
		fmt.Println(p)
		for _, r := range r.table(p) {
			fmt.Printf("  %-10s %-28s CPU %8v ×%.2f  p50 %8v ×%.2f  %5.0f/s ×%.2f\n", r.Variant.by, r.Variant.title, r.CPU, r.CPURatio, r.Median, r.MedianRatio, r.Rate, r.RateRatio)
		}
	}
	return nil
}
