package main

import (
	"fmt"

	"mcponce/envoy/bench/load"
)

// sender sends the calls of a cell, and checks each answer: every call has a new key, or, for replays, one of some that
// have been executed when sender returns.
func (b *bench) sender(c cell) (func(*load.Conn) error, error) {
	call := load.NewCall(c.variant.method, c.variant.tool, c.payload)
	if !c.variant.replays {
		return func(conn *load.Conn) error {
			n := b.last.Add(1)
			return askFor(conn, call, n, keyOf(n), false)
		}, nil
	}
	line, err := load.Open(b.field.gateways[c.variant.by].address, 1)
	if err != nil {
		return nil, err
	}
	defer line.Close()
	var keys [replayed]string
	for i := range keys {
		n := b.last.Add(1)
		keys[i] = keyOf(n)
		if err := askFor(line[0], call, n, keys[i], false); err != nil {
			return nil, fmt.Errorf("before the replays: %w", err)
		}
	}
	return func(conn *load.Conn) error {
		n := b.last.Add(1)
		return askFor(conn, call, n, keys[n%replayed], true)
	}, nil
}

// keyOf is the key of call number n.
func keyOf(n int64) string { return fmt.Sprintf("bench-%09d", n) }

// askFor fails unless the answer is a replay, or is none, as is wanted.
func askFor(conn *load.Conn, call load.Call, id int64, key string, replay bool) error {
	got, err := ask(conn, call, id, key)
	if err == nil && got != replay {
		err = fmt.Errorf("call %d, %s: want a replay %t, got %t", id, key, replay, got)
	}
	return err
}

// ask sends a call, checks its answer, and returns whether that is a replay.
func ask(conn *load.Conn, call load.Call, id int64, key string) (replay bool, err error) {
	answer, err := conn.Send(call, id, key)
	if err != nil {
		return false, err
	}
	return answer.Replayed, answer.Check(id, key)
}
