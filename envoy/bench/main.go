// Bench measures what mcponce costs beside Envoy without it, beside a sidecar and an ext_proc server that do the same, and
// in mcponce serve, and writes docs/BENCHMARKS.md. It runs on Linux, from the root of the repository:
//
//	make bench                                      everything, about six minutes; longer on a busy machine
//	make bench BENCH='-only mcponce -rounds 3'      a quick look: prints the tables, and writes no file
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		log.Fatalln("bench:", child(os.Args[1:]))
	}
	var p paths
	flag.StringVar(&p.envoy, "envoy", "", "Envoy binary, as envoy/fetch.sh prints it")
	flag.StringVar(&p.wasm, "wasm", "", "absolute path of the plugin")
	flag.StringVar(&p.empty, "empty", "", "absolute path of the empty plugin")
	flag.StringVar(&p.reading, "reading", "", "absolute path of the plugin that measures reading")
	flag.StringVar(&p.mcponce, "mcponce", "", "the command mcponce")
	var o options
	flag.IntVar(&o.rounds, "rounds", 5, "rounds that count")
	flag.StringVar(&o.only, "only", strings.Join(everything, ","), "what to measure")
	flag.StringVar(&o.out, "out", "", "file to write; standard output if not said")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, p, o); err != nil {
		log.Fatalln("bench:", err)
	}
}
