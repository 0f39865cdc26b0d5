package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"
	"time"
)

// paths are the files that a run needs.
type paths struct{ envoy, wasm, empty, reading, mcponce string }

// options are what a run measures, and where it writes.
type options struct {
	rounds    int
	only, out string
}

// starting is the measurement of the module and of its start.
const starting = "startup"

// everything that can be measured beside Envoy without a filter.
var everything = []string{mcponce, serve, sidecar, extProc, starting, reading}

func run(ctx context.Context, p paths, o options) error {
	names := strings.Split(o.only, ",")
	for _, name := range names {
		if !slices.Contains(everything, name) {
			return fmt.Errorf("-only: want some of %s, got %q", strings.Join(everything, ","), name)
		}
	}
	if o.rounds < 1 {
		return fmt.Errorf("-rounds: want at least 1, got %d", o.rounds)
	}
	began := time.Now()
	r := &report{Rounds: o.rounds}
	var err error
	if r.Machine, err = thisMachine(p.envoy); err != nil {
		return err
	}
	if i := slices.Index(names, starting); i >= 0 {
		log.Printf("%d starts of Envoy with the plugin and with an empty one", starts)
		times, err := p.startTimes(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", starting, err)
		}
		r.Start, names = &times, slices.Delete(names, i, i+1)
	}
	if i := slices.Index(names, reading); i >= 0 {
		log.Print("reading alone, in Envoy")
		if r.Reading, err = p.readingTimes(ctx); err != nil {
			return fmt.Errorf("%s: %w", reading, err)
		}
		names = slices.Delete(names, i, i+1)
	}
	if len(names) > 0 {
		if err := measure(ctx, p, o.rounds, names, r); err != nil {
			return err
		}
	}
	r.Took = time.Since(began).Round(time.Second)
	var text bytes.Buffer
	if err := r.write(&text); err != nil {
		return err
	}
	if o.out == "" {
		_, err = os.Stdout.Write(text.Bytes())
		return err
	}
	return os.WriteFile(o.out, text.Bytes(), 0o644)
}

// measure runs the rounds with the gateways of these names.
func measure(ctx context.Context, p paths, rounds int, names []string, r *report) error {
	log.Printf("starting Envoy without a filter, and %s", strings.Join(names, ", "))
	f, err := p.start(ctx, append([]string{bare}, names...))
	if err != nil {
		return err
	}
	defer f.stop()
	b := &bench{field: f}
	log.Printf("%d duplicates at once", duplicates)
	if err := b.checkDuplicates(); err != nil {
		return err
	}
	measured, err := b.rounds(ctx, rounds)
	if err != nil {
		return err
	}
	r.add(measured, names)
	return nil
}
