package main

import (
	"fmt"

	"mcponce/envoy/bench/load"
)

// sender sends the calls of a cell, and checks each answer: every call has a new key, or, for replays, one of some that
// it has executed before it returns.
func (b *bench) sender(g *gateway, c cell) (func(*load.Conn) error, error) {
	call := load.NewCall(c.variant.method, c.variant.tool, c.payload)
	if !c.variant.replays {
		return func(conn *load.Conn) error {
			n := b.last.Add(1)
			return ask(conn, call, n, n, false)
		}, nil
	}
	base := b.last.Add(replayed) - replayed + 1
	line, err := load.Open(g.address, 1)
	if err != nil {
		return nil, err
	}
	defer line.Close()
	for i := range int64(replayed) {
		if err := ask(line[0], call, base+i, base+i, false); err != nil {
			return nil, fmt.Errorf("before the replays: %w", err)
		}
	}
	return func(conn *load.Conn) error {
		n := b.last.Add(1)
		return ask(conn, call, n, base+n%replayed, true)
	}, nil
}

// ask sends call number n with the key of call number of, and checks whether the answer is a replay.
func ask(conn *load.Conn, call load.Call, n, of int64, replay bool) error {
	key := fmt.Sprintf("bench-%09d", of)
	answer, err := conn.Send(call, n, key)
	if err != nil {
		return err
	}
	if answer.Replayed != replay {
		return fmt.Errorf("want a replay: %t, got %.300s", replay, answer.Body)
	}
	return answer.Check(n, key)
}
