package host

import (
	"sync"
	"time"
)

// clock is the time of a gateway. It follows real time and what it was advanced by; a virtual one moves by that alone. All
// timeouts and ticks follow it, and so do the guest's clocks.
type clock struct {
	start   time.Time
	virtual bool

	mu      sync.Mutex
	ahead   time.Duration
	pending map[*timer]bool
	made    uint64        // timers
	shown   time.Duration // to the guest, last
}

// timer runs its function once, unless stopped.
type timer struct {
	clock  *clock
	loop   *loop
	f      func()
	due    time.Duration // by now
	number uint64        // of two that are due at the same time the older one runs first
	real   *time.Timer   // nil on a virtual clock
}

func newClock(virtual bool) *clock {
	return &clock{start: time.Now(), virtual: virtual, pending: map[*timer]bool{}}
}

// now is the time since an origin that all VMs of the gateway share. It is never 0.
func (c *clock) now() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.locked()
}

func (c *clock) locked() time.Duration {
	if c.virtual {
		return c.ahead + time.Hour
	}
	return time.Since(c.start) + c.ahead + time.Hour
}

// guest is the monotonic clock of the filter and of its language's runtime. It never stands still, since Go's garbage
// collector starves without a clock that moves: on a virtual clock every look takes a microsecond, which the next advance
// takes back.
func (c *clock) guest() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.virtual {
		return c.locked()
	}
	c.shown = max(c.shown+time.Microsecond, c.locked())
	return c.shown
}

// wall is the time of day.
func (c *clock) wall() time.Time { return c.start.Add(c.now() - time.Hour) }

// after runs f on the loop when d has passed.
func (c *clock) after(l *loop, d time.Duration, f func()) *timer {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made++
	t := &timer{clock: c, loop: l, f: f, due: c.locked() + d, number: c.made}
	c.pending[t] = true
	if !c.virtual {
		t.real = time.AfterFunc(d, t.fire)
	}
	return t
}

func (t *timer) fire() {
	if t.stop() {
		t.loop.post(t.f)
	}
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
	if t.real != nil {
		t.real.Stop()
	}
	return was
}

// advance moves a real clock ahead. Timers that become due run at once.
func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
	for t := range c.pending {
		t.real.Reset(max(0, t.due-c.locked()))
	}
}

// next moves a virtual clock to the next timer that is due until then, and returns it; or to then, and returns nil.
func (c *clock) next(then time.Duration) *timer {
	c.mu.Lock()
	defer c.mu.Unlock()
	var first *timer
	for t := range c.pending {
		if t.due <= then && (first == nil || t.due < first.due || t.due == first.due && t.number < first.number) {
			first = t
		}
	}
	if first != nil {
		then = first.due
	}
	c.ahead = max(c.ahead, then-time.Hour)
	return first
}
