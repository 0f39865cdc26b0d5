package probe

import (
	"fmt"
	"strings"
)

// request reads what is sent.
func (d *directive) request(name, program string, headers []string) outgoing {
	r := outgoing{method: d.method(), path: d.text("path", "/"), declared: d.number("length", -1), open: d.has("open"),
		headers: headers}
	if body := d.text("body", ""); body != "" {
		r.pieces = []string{expand(body)}
	}
	if chunks, found := d.list("chunks"); found {
		r.chunked = true
		for _, c := range chunks {
			r.pieces = append(r.pieces, expand(c))
		}
	}
	r.trailers, _ = d.list("trailers")
	r.headers = append(r.headers, "x-name: "+name)
	if program != "" {
		r.headers = append(r.headers, "x-probe: "+program)
	}
	return r
}

func (s *file) cmdStart(d *directive) (string, error) {
	name, err := d.first("a stream's name")
	if err != nil {
		return "", err
	}
	headers, program := d.lines("> ")
	r := d.request(name, program, headers)
	if d.has("h2") {
		c, err := send2(s.gateway.address, r)
		if err == nil {
			s.clients[name] = c
		}
		return "", err
	}
	conn, err := s.gateway.connect(d.text("vm", s.anyVM()))
	if err == nil {
		s.clients[name] = send1(conn, r)
	}
	return "", err
}

// anyVM is the VM of a stream whose directive does not say: where there are several, the first one.
func (s *file) anyVM() string {
	if s.gateway.options.Workers > 1 {
		return "first"
	}
	return ""
}

// cmdProbe sends a request, and prints what the client sees and the trace until the stream is deleted.
func (s *file) cmdProbe(d *directive) (string, error) {
	if _, err := s.cmdStart(d); err != nil {
		return "", err
	}
	return s.cmdAwait(d)
}

func (s *file) cmdAwait(d *directive) (string, error) {
	name, c, err := s.named(d)
	if err != nil {
		return "", err
	}
	view, err := c.await(d.has("sizeless"))
	if err != nil {
		return s.gateway.trace.show(allPieces), err
	}
	delete(s.clients, name)
	rest, err := s.shown(d, name+" delete")
	return strings.TrimSpace("client " + view + "\n" + rest), err
}

// shown waits for what until=(...) names, or else for what is given, and prints the trace.
func (s *file) shown(d *directive, otherwise ...string) (string, error) {
	until, given := d.list("until")
	if !given {
		until = otherwise
	}
	pieces := d.pieces()
	if err := s.gateway.trace.await(until...); err != nil {
		return "", err
	}
	return s.gateway.trace.show(pieces), nil
}

func (s *file) named(d *directive) (string, *client, error) {
	name, err := d.first("a stream's name")
	if err == nil && s.clients[name] == nil {
		err = fmt.Errorf("no stream %q is open", name)
	}
	return name, s.clients[name], err
}

func (s *file) cmdSend(d *directive) (string, error) {
	_, c, err := s.named(d)
	if err != nil {
		return "", err
	}
	return "", c.more(expand(d.text("body", "")), d.has("end"))
}

func (s *file) cmdDrop(d *directive) (string, error) {
	name, c, err := s.named(d)
	if err != nil {
		return "", err
	}
	c.leave()
	delete(s.clients, name)
	return s.shown(d, name+" delete")
}

// cmdWait waits for words in the trace, or for the upstream's newest request to be in a state.
func (s *file) cmdWait(d *directive) (string, error) {
	var words []string
	for _, a := range d.args {
		d.read[a.Key] = true
		word := a.Key
		if len(a.Vals) > 0 {
			word += "=" + strings.Join(a.Vals, ", ")
		}
		words = append(words, word)
	}
	switch {
	case len(words) > 1 && words[0] == "upstream":
		return "", s.origin.await(strings.Join(words[1:], " "))
	case len(words) > 1 && words[0] == "client":
		c := s.clients[words[1]]
		if c == nil {
			return "", fmt.Errorf("no stream %q is open", words[1])
		}
		return "", c.awaitHead()
	}
	return "", s.gateway.trace.await(strings.Join(words, " "))
}

func (s *file) cmdTrace(d *directive) (string, error) { return s.shown(d) }
