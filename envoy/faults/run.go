package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"mcponce/build/wasm"
	"mcponce/envoy"
)

var platforms = []platform{onHost, inEnvoy(envoy.Oldest), inEnvoy(envoy.Newest)}

// matrix is what the cells of one platform showed; a cell that is impossible is not in it.
type matrix map[cell]result

// run plays every cell, and writes the document when all is as it has to be.
func run(ctx context.Context, out io.Writer) error {
	all := make([]matrix, len(platforms))
	var wrong []error
	for i, p := range platforms {
		all[i] = matrix{}
		for _, f := range faults {
			if err := p.play(ctx, f, cellsOf(f), all[i], out); err != nil {
				wrong = append(wrong, err)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	if len(wrong) > 0 {
		return errors.Join(wrong...)
	}
	root, err := wasm.Root()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "docs", "FAULTS.md"), document(all), 0o644)
}

// cellsOf are the cells of a fault that are possible.
func cellsOf(f *fault) (cells []cell) {
	for _, by := range modes {
		for _, m := range moments {
			if c := (cell{by, m, f}); c.impossible() == "" {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// play plays cells of one fault on a gateway of their own, and says on out what they showed.
func (p platform) play(ctx context.Context, f *fault, cells []cell, results matrix, out io.Writer) error {
	stage, err := p.open(f.setting)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	defer stage.Close()
	var wrong []error
	for _, c := range cells {
		if ctx.Err() != nil {
			break
		}
		t := trial{result: &result{}, stage: stage, moment: c.moment, fault: c.fault, mode: c.mode}
		t.play()
		results[c] = *t.result
		fmt.Fprintf(out, "%s, %s: %s\n", p.name, c, t.result)
		if err := t.verdict(c); err != nil {
			wrong = append(wrong, fmt.Errorf("%s, %s: %w", p.name, c, err))
		}
	}
	return errors.Join(wrong...)
}

// verdict is an error that reports what is wrong, or nil.
func (t *trial) verdict(c cell) error {
	var wrong string
	if t.err != nil {
		wrong = t.err.Error()
	} else if found := c.faultsOf(*t.result); found != nil {
		wrong = strings.Join(found, "; ")
	} else {
		return nil
	}
	return fmt.Errorf("%s\nplayed:\n%s\nend of the gateway's log:\n%s", wrong, strings.Join(t.played, "\n"), t.stage.gateway.Log())
}
