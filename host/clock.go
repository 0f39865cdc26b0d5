package host

import (
	"sync"
	"time"
)

// clock is the time of a gateway: real time and what tests advanced it by. The guest's clocks, its ticks and all timeouts
// follow it. It never stands still, since a guest's garbage collector starves without a moving clock.
type clock struct {
	start time.Time

	mu      sync.Mutex
	ahead   time.Duration
	pending map[*timer]bool
}

// timer runs its function once, unless stopped.
type timer struct {
	clock *clock
	due   time.Duration // on the monotonic clock
	real  *time.Timer
}

func newClock() *clock { return &clock{start: time.Now(), pending: map[*timer]bool{}} }

// monotonic is the time since an origin that all VMs of the gateway share. It is never 0.
func (c *clock) monotonic() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.locked()
}

func (c *clock) locked() time.Duration { return time.Since(c.start) + c.ahead + time.Hour }

// wall is the time of day.
func (c *clock) wall() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// after runs f on a goroutine of its own when d has passed. f must only post to a loop.
func (c *clock) after(d time.Duration, f func()) *timer {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &timer{clock: c, due: c.locked() + d}
	c.pending[t] = true
	t.real = time.AfterFunc(d, func() {
		if t.stop() {
			f()
		}
	})
	return t
}

// stop reports whether the timer was still to run. A nil timer is one that never was.
func (t *timer) stop() bool {
	if t == nil {
		return false
	}
	t.clock.mu.Lock()
	defer t.clock.mu.Unlock()
	was := t.clock.pending[t]
	delete(t.clock.pending, t)
	t.real.Stop()
	return was
}

// advance moves all clocks of the gateway ahead. Timers that become due run at once.
func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
	for t := range c.pending {
		t.real.Reset(max(0, t.due-c.locked()))
	}
}
