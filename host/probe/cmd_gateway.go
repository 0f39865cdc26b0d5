package probe

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// who is the answer of the plugin to a request with the header x-who.
type who struct{ vm, configuration string }

// ask asks on a connection which VM answers on it, and with which configuration of the plugin.
func ask(conn net.Conn) (who, error) {
	conn.SetDeadline(time.Now().Add(patience))
	defer conn.SetDeadline(time.Time{})
	io.WriteString(conn, "GET / HTTP/1.1\r\nhost: probe\r\nx-who: 1\r\n\r\n")
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return who{}, err
	}
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("want the plugin's answer, got %s", response.Status)
	}
	vm, configuration, _ := strings.Cut(string(body), " ")
	return who{vm, configuration}, err
}

const pollEvery = 20 * time.Millisecond

// awaitConfiguration returns when a new connection meets the configuration.
func (g *gateway) awaitConfiguration(configuration string) error {
	for bound := time.Now().Add(patience); ; time.Sleep(pollEvery) {
		conn, err := connect(g.address)
		if err != nil {
			return err
		}
		found, err := ask(conn)
		conn.Close()
		switch {
		case err == nil && found.configuration == configuration:
			return nil
		case time.Now().After(bound):
			return fmt.Errorf("waited %v for the configuration %q, a new connection has %q (%v)", patience, configuration,
				found.configuration, err)
		}
	}
}

// connect opens a connection that the VM of the label serves; empty is any.
func (g *gateway) connect(label string) (*net.TCPConn, error) {
	for range 200 {
		conn, err := connect(g.address)
		if err != nil || label == "" {
			return conn, err
		}
		found, err := ask(conn)
		if err == nil && g.trace.is(found.vm, label) {
			return conn, nil
		}
		conn.Close()
	}
	return nil, fmt.Errorf("none of 200 connections is served by the %s VM", label)
}

func (s *file) cmdGateway(d *directive) (string, error) {
	vm, program := d.lines("vm| ")
	o := Options{
		Workers:         d.number("workers", 1),
		Withhold:        d.has("withhold"),
		BufferLimit:     d.number("buffer", 1<<20),
		RouteTimeout:    d.duration("route-timeout", 0),
		IdleTimeout:     d.duration("idle-timeout", 5*time.Minute),
		Policy:          Policy(d.text("policy", string(FailReload))),
		HTTP2:           d.has("h2-upstream"),
		Configuration:   program,
		VMConfiguration: strings.Join(vm, " | "),
	}
	var err error
	if s.gateway, err = s.start(o); err != nil {
		return "", err
	}
	s.gateway.trace.skip()
	return "", nil
}

// cmdStarts prints how the gateway's VMs have started: those that did the same once, with their number.
func (s *file) cmdStarts(*directive) (string, error) {
	t := s.gateway.trace
	t.mu.Lock()
	defer t.mu.Unlock()
	byVM := map[string]string{}
	for _, e := range t.entries {
		if e.text == callbackEnd {
			continue
		}
		byVM[e.vm] += e.String() + "\n"
	}
	count := map[string]int{}
	for _, text := range byVM {
		count[text]++
	}
	var out []string
	for text, n := range count {
		out = append(out, fmt.Sprintf("%d VMs:\n%s", n, strings.TrimSpace(text)))
	}
	slices.Sort(out)
	return strings.Join(out, "\n"), nil
}

func (s *file) cmdUpdate(d *directive) (string, error) {
	_, program := d.lines("vm| ")
	switch err := s.gateway.Update(program); {
	case errors.Is(err, ErrRejected):
		err := s.gateway.trace.await("root configure") // of the VM for trial
		s.gateway.trace.skip()
		return "rejected", err
	case err != nil:
		return "", err
	}
	delete(s.gateways, s.gateway.options) // it is not what other files want
	s.gateway.options.Configuration = program
	s.gateways[s.gateway.options] = s.gateway
	return "", s.gateway.awaitConfiguration(program)
}

// cmdRevive waits until a VM serves a new connection, and says whether it is one that the file has met.
func (s *file) cmdRevive(*directive) (string, error) {
	for bound := time.Now().Add(patience); ; time.Sleep(pollEvery) {
		conn, err := connect(s.gateway.address)
		if err != nil {
			return "", err
		}
		found, err := ask(conn)
		conn.Close()
		switch t := s.gateway.trace; {
		case err == nil && t.knows(found.vm):
			return "the same VM", nil
		case err == nil:
			err := t.await("root configure")
			t.skip()
			return "another VM", err
		case time.Now().After(bound):
			return "", fmt.Errorf("no VM serves a new connection within %v", patience)
		}
	}
}
