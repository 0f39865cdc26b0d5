package main

import (
	"fmt"
	"strings"
	"sync"

	"mcponce/envoy/bench/load"
)

// duplicates are sent at the same time.
const duplicates = 64

// checkDuplicates has every gateway that promises it show that calls with one key, sent together, run once and all get the
// one outcome.
func (b *bench) checkDuplicates() error {
	for _, v := range b.measurable() {
		if !v.once() {
			continue
		}
		for _, p := range load.Payloads() {
			if err := b.sendDuplicates(cell{v, p}); err != nil {
				return fmt.Errorf("%d duplicates, %s, %s, %v: %w", duplicates, v.by, v.title, p, err)
			}
		}
	}
	return nil
}

// sendDuplicates calls a tool that takes long enough for the duplicates to meet.
func (b *bench) sendDuplicates(c cell) error {
	g := b.field.gateways[c.variant.by]
	line, err := load.Open(g.address, duplicates)
	if err != nil {
		return err
	}
	defer line.Close()
	before, err := executions(b.field.upstream.address)
	if err != nil {
		return err
	}
	call := load.NewCall(c.variant.method, strings.Replace(c.variant.tool, "pay_", slow, 1), c.payload)
	key := keyOf(b.last.Add(1))
	replays := make([]bool, duplicates)
	errs := make([]error, duplicates)
	var all sync.WaitGroup
	for i, conn := range line {
		all.Go(func() { replays[i], errs[i] = ask(conn, call, b.last.Add(1), key) })
	}
	all.Wait()
	firsts := 0
	for i := range line {
		if errs[i] != nil {
			return errs[i]
		}
		if !replays[i] {
			firsts++
		}
	}
	after, err := executions(b.field.upstream.address)
	if err == nil && (firsts != 1 || after-before != 1) {
		err = fmt.Errorf("want one execution and one answer that is no replay, got %d and %d", after-before, firsts)
	}
	return err
}
