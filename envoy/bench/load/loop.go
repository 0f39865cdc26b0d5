// Package load sends MCP calls in a closed loop: each connection sends its next call when it has the answer to the last.
package load

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Result is what a loop took.
type Result struct {
	Median time.Duration // of one call
	Took   time.Duration // all of them
}

// Line is the open connections of a loop.
type Line []*Conn

// Open connects n times.
func Open(address string, n int) (Line, error) {
	var line Line
	for range n {
		conn, err := Dial(address)
		if err != nil {
			line.Close()
			return nil, err
		}
		line = append(line, conn)
	}
	return line, nil
}

// Close ends the connections.
func (l Line) Close() {
	for _, conn := range l {
		conn.Close()
	}
}

// Run sends n calls, each on the next connection that is free. It ends early when one fails.
func (l Line) Run(n int, send func(*Conn) error) (Result, error) {
	var next atomic.Int64
	var loops sync.WaitGroup
	failed := make(chan error, len(l))
	durations := make([]time.Duration, n)
	began := time.Now()
	for _, conn := range l {
		loops.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && len(failed) == 0; i = int(next.Add(1)) - 1 {
				sent := time.Now()
				if err := send(conn); err != nil {
					failed <- err
					return
				}
				durations[i] = time.Since(sent)
			}
		})
	}
	loops.Wait()
	took := time.Since(began)
	if len(failed) > 0 {
		return Result{}, <-failed
	}
	slices.Sort(durations)
	return Result{Median: durations[n/2], Took: took}, nil
}
