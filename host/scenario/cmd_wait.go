package scenario

import (
	"fmt"
	"time"
)

// cmdWait waits until a started call, or the origin's newest exchange under its present script, reaches a point.
func (s *scenario) cmdWait(d *directive) (string, error) {
	name, err := d.first("a call's name, or origin")
	if err != nil {
		return "", err
	}
	if name == "waiting" {
		n, err := d.number("attempts", 1)
		if err != nil {
			return "", err
		}
		return "", s.awaitMetric(waitingMetric, uint64(n))
	}
	at, err := d.only(received, headers, half, whole, end, left, sent, proceed, body, answer)
	if err != nil {
		return "", err
	}
	if name == "origin" {
		return "", s.origin.wait(at)
	}
	c, err := s.started(name)
	if err != nil {
		return "", err
	}
	return "", c.wait(at, c.has(at))
}

// cmdAwait prints the answer to a started call.
func (s *scenario) cmdAwait(d *directive) (string, error) {
	name, err := d.first("a call's name")
	if err != nil {
		return "", err
	}
	c, err := s.started(name)
	if err != nil {
		return "", err
	}
	if err := c.await(); err != nil {
		return "", err
	}
	delete(s.calls, name)
	c.drop(false)
	return describe(c, d.list("show")), nil
}

// cmdDrop has the client of a started call leave: its connection is reset, or closed with FIN.
func (s *scenario) cmdDrop(d *directive) (string, error) {
	name, err := d.first("a call's name")
	if err != nil {
		return "", err
	}
	c, err := s.started(name)
	if err != nil {
		return "", err
	}
	delete(s.calls, name)
	c.drop(!d.has("fin"))
	return "", nil
}

func (s *scenario) started(name string) (*call, error) {
	if s.calls[name] == nil {
		return nil, fmt.Errorf("no call named %q was started, or it was awaited or dropped", name)
	}
	return s.calls[name], nil
}

// cmdAdvance lets time pass.
func (s *scenario) cmdAdvance(d *directive) (string, error) {
	text, err := d.first("a duration")
	if err != nil {
		return "", err
	}
	duration, err := time.ParseDuration(text)
	if err == nil {
		s.gateway.Advance(duration)
	}
	return "", err
}
