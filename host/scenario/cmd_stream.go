package scenario

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// cmdStream proves that a gateway lets a stream flow: the origin sends an event only when the client has the one before
// it. The request is a GET with method=GET, else a tools/call. An input is the events themselves.
func (s *scenario) cmdStream(d *directive) (string, error) {
	script, events, err1 := streamScript(d)
	build := s.callRequest
	if d.text("method", http.MethodPost) == http.MethodGet {
		build = func(d *directive) (outgoing, error) { return s.outgoing(d, nil, "") }
	}
	request, err2 := build(d)
	if err := errors.Join(err1, err2); err != nil {
		return "", err
	}
	s.origin.follow(script)
	_, before := s.origin.since(0)
	c, err := s.begin(request)
	if err != nil {
		return "", err
	}
	defer c.drop(false)
	for n := 1; n < events; n++ {
		if err := step(c, script, n); err != nil {
			return "", fmt.Errorf("event %d of %d: %w", n, events, err)
		}
	}
	if err := c.await(); err != nil {
		return "", err
	}
	if x, _ := s.origin.since(before); len(x) != 1 || x[0].sent.String() != string(c.content) {
		return "", fmt.Errorf("want the answer's bytes as the origin sent them, got %q", c.content)
	}
	return fmt.Sprintf("%s\n%d events, each before the next was sent, bytes unchanged", c.response.Status, events), nil
}

// streamScript is the script of an origin that waits before each event but the first, and the number of events.
func streamScript(d *directive) (*script, int, error) {
	s := newScript()
	s.sse, s.stepwise = true, true
	if d.input != "" {
		text, err := d.body()
		s.text = &text
		return s, len(eventsOf(text)), err
	}
	events, err := d.number("events", 3)
	s.notify = events - 1
	if d.text("method", http.MethodPost) == http.MethodGet {
		s.notify = events // there is no answer to come last
	}
	return s, events, err
}

// step waits until the client has n events, and only then lets the origin send the next.
func step(c *call, script *script, n int) error {
	if err := c.wait(body, func() bool { return c.events() >= n }); err != nil {
		return err
	}
	select {
	case script.steps <- struct{}{}:
		return nil
	case <-time.After(patience):
		return errors.New("the origin does not wait to send the next")
	}
}
