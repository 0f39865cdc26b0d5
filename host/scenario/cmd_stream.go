package scenario

import (
	"fmt"
	"net/http"
)

// cmdStream proves that a gateway lets a stream flow: the origin sends an event only when the client has the one before
// it. The request is a GET with method=GET, else a tools/call.
func (s *scenario) cmdStream(d *directive) (string, error) {
	events, err := d.number("events", 3)
	if err != nil {
		return "", err
	}
	script := newScript()
	script.sse, script.stepwise, script.notify = true, true, events-1
	request, err := s.callRequest(d)
	if request.method == http.MethodGet {
		script.notify = events // no request, no response event
		request.body = ""
	}
	if err != nil {
		return "", err
	}
	s.origin.follow(script)
	_, before := s.origin.since(0)
	c, err := begin(s.host, request)
	if err != nil {
		return "", err
	}
	defer c.drop(false)
	for n := 1; n < events; n++ {
		if err := c.wait(body, func() bool { return c.events() >= n }); err != nil {
			return "", fmt.Errorf("event %d of %d did not come before the next was sent: %w", n, events, err)
		}
		script.steps <- struct{}{}
	}
	if err := c.await(); err != nil {
		return "", err
	}
	if x, _ := s.origin.since(before); len(x) != 1 || x[0].sent.String() != string(c.content) {
		return "", fmt.Errorf("want the answer's bytes as the origin sent them, got %q", c.content)
	}
	return fmt.Sprintf("%s\n%d events, each before the next was sent, bytes unchanged", c.response.Status, events), nil
}
