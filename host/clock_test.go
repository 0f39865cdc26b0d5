package host

import (
	"slices"
	"testing"
	"time"
)

func TestAdvanceRunsWhatIsDueAndLeavesTheRest(t *testing.T) {
	c, l := newClock(false), newLoop(false)
	defer l.close()
	before := c.now()
	due, later := make(chan struct{}), make(chan struct{})
	c.after(l, time.Minute, func() { close(due) })
	stopped := c.after(l, time.Hour, func() { close(later) })
	c.advance(time.Minute)
	<-due
	if moved := c.now() - before; moved < time.Minute {
		t.Errorf("the clock moved %v; want at least a minute", moved)
	}
	if !stopped.stop() {
		t.Error("a timer of an hour ran after a minute")
	}
	if stopped.stop() {
		t.Error("a timer was stopped twice")
	}
}

func TestVirtualClockMovesFromTimerToTimer(t *testing.T) {
	c, l := newClock(true), newLoop(true)
	begin := c.now()
	var ran []time.Duration
	note := func() { ran = append(ran, c.now()-begin) }
	c.after(l, 3*time.Second, note)
	c.after(l, time.Second, func() { note(); c.after(l, time.Second, note) })
	for then := begin + 10*time.Second; ; {
		due := c.next(then)
		if due == nil {
			break
		}
		due.fire()
		for l.step() {
		}
	}
	if want := []time.Duration{time.Second, 2 * time.Second, 3 * time.Second}; !slices.Equal(ran, want) {
		t.Errorf("the timers ran at %v; want %v", ran, want)
	}
	if now := c.now() - begin; now != 10*time.Second {
		t.Errorf("the clock is at %v; want 10s", now)
	}
}
