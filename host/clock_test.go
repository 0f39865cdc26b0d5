package host

import (
	"testing"
	"time"
)

func TestAdvanceRunsWhatBecomesDue(t *testing.T) {
	c := newClock()
	ran := make(chan string, 3)
	for name, after := range map[string]time.Duration{"due": time.Hour, "later": 3 * time.Hour} {
		c.after(after, func() { ran <- name })
	}
	stopped := c.after(time.Hour, func() { ran <- "stopped" })
	if !stopped.stop() || stopped.stop() {
		t.Error("want the first stop to say that the timer was still to run, and the second that it was not")
	}
	before := c.monotonic()
	c.advance(2 * time.Hour)
	if name := <-ran; name != "due" {
		t.Errorf("%q ran; want due", name)
	}
	if moved := c.monotonic() - before; moved < 2*time.Hour {
		t.Errorf("the clock moved by %v; want 2h", moved)
	}
	c.advance(2 * time.Hour)
	if name := <-ran; name != "later" {
		t.Errorf("%q ran; want later", name)
	}
}
