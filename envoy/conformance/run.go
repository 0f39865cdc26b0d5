package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"mcponce/build/wasm"
	"mcponce/envoy/clients/npm"
)

// revision of the protocol whose requirements the suite knows as a frozen list.
type revision struct {
	name      string
	stateless bool // the transport that it needs of the server
}

var revisions = []revision{{"2026-07-28", true}, {"2025-11-25", false}}

// run compares every way to the server with the direct one, and returns an error if one of them gives another result.
func run(ctx context.Context) error {
	root, err := wasm.Root()
	if err != nil {
		return err
	}
	dir := filepath.Join(root, "build", "conformance")
	b, err := prepare(ctx, root, dir)
	if err != nil {
		return err
	}
	changes := 0
	for _, r := range revisions {
		for _, keyed := range []bool{false, true} {
			n, err := b.compare(ctx, r, keyed, filepath.Join(dir, "results"))
			if err != nil {
				return err
			}
			changes += n
		}
	}
	if changes > 0 {
		return fmt.Errorf("want the same result as without mcponce, got %d other lines; all lines are in build/conformance/results", changes)
	}
	return nil
}

// prepare fetches the suite into dir and builds the server and the plugin.
func prepare(ctx context.Context, root, dir string) (b bench, err error) {
	b.suite = suite(filepath.Join(dir, "suite"))
	if err = npm.Install(ctx, filepath.Join(root, "envoy", "conformance", "suite"), string(b.suite)); err != nil {
		return b, err
	}
	if b.server, err = buildServer(ctx, filepath.Join(root, "build", "bin")); err != nil {
		return b, err
	}
	b.wasm, err = wasm.Build("plugin.wasm", "", "./plugin")
	return b, err
}

// compare runs a revision over every gateway, prints what differs from the direct way, and counts it. The lines of each run
// are kept below results.
func (b bench) compare(ctx context.Context, r revision, keyed bool, results string) (changes int, err error) {
	var direct []string
	for _, gateway := range gateways {
		w := way{gateway, keyed}
		lines, err := b.result(ctx, w, r)
		if err != nil {
			return 0, fmt.Errorf("%s, %v: %w", r.name, w, err)
		}
		if err := keep(results, fmt.Sprintf("%s, %v.txt", r.name, w), lines); err != nil {
			return 0, err
		}
		if direct == nil {
			direct = lines
		}
		different := diff(direct, lines)
		fmt.Printf("%s  %-22v %4d lines, %3d different\n", r.name, w, len(lines), len(different))
		for _, line := range different {
			fmt.Printf("  %.600s\n", line)
		}
		changes += len(different)
	}
	return changes, nil
}

// keep writes lines to a file, for whoever wants to compare them by hand.
func keep(dir, name string, lines []string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}
