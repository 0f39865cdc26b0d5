package probe

import (
	"fmt"
	"strings"
)

// request reads a request: NAME [METHOD] [path=(/PATH)] [h2] [open] [body=] [chunks=(a, b)] [length=N] [trailers=(NAME: VALUE)].
func (d *directive) request(name, program string, headers []string) outgoing {
	r := outgoing{method: "GET", path: d.text("path", "/"), declared: -1, open: d.has("open"), headers: headers}
	for _, word := range d.bare()[1:] {
		if strings.ToUpper(word) == word {
			r.method = word
		}
	}
	if body := d.text("body", ""); body != "" {
		r.pieces = []string{expand(body)}
	}
	if chunks, found := d.list("chunks"); found {
		r.chunked = true
		for _, c := range chunks {
			r.pieces = append(r.pieces, expand(c))
		}
	}
	r.declared = number(d.text("length", "-1"))
	r.trailers, _ = d.list("trailers")
	r.headers = append(r.headers, "x-name: "+name)
	if program != "" {
		r.headers = append(r.headers, "x-probe: "+program)
	}
	return r
}

func (s *script) cmdStart(d *directive) (string, error) {
	name, err := d.first("a stream's name")
	if err != nil {
		return "", err
	}
	headers, program := d.lines("> ")
	r := d.request(name, program, headers)
	var c *client
	if d.has("h2") {
		c, err = send2(s.gateway.address, r)
	} else if conn, connectErr := s.gateway.connect(d.text("vm", s.anyVM())); connectErr != nil {
		err = connectErr
	} else {
		c, err = send1(conn, r)
	}
	if err == nil {
		s.clients[name] = c
	}
	return "", err
}

// anyVM is the VM of a stream whose directive does not say: where there are several, the first one.
func (s *script) anyVM() string {
	if s.gateway.options.Workers > 1 {
		return "first"
	}
	return ""
}

// cmdProbe sends a request, and prints what the client sees and the trace until the stream is deleted.
func (s *script) cmdProbe(d *directive) (string, error) {
	if _, err := s.cmdStart(d); err != nil {
		return "", err
	}
	return s.cmdAwait(d)
}

func (s *script) cmdAwait(d *directive) (string, error) {
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
func (s *script) shown(d *directive, otherwise ...string) (string, error) {
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

func (s *script) named(d *directive) (string, *client, error) {
	name, err := d.first("a stream's name")
	if err == nil && s.clients[name] == nil {
		err = fmt.Errorf("no stream %q is open", name)
	}
	return name, s.clients[name], err
}

// cmdSend sends more of an open body: NAME [DATA] [end].
func (s *script) cmdSend(d *directive) (string, error) {
	_, c, err := s.named(d)
	if err != nil {
		return "", err
	}
	return "", c.more(expand(d.text("body", "")), d.has("end"))
}

func (s *script) cmdDrop(d *directive) (string, error) {
	name, c, err := s.named(d)
	if err != nil {
		return "", err
	}
	c.leave()
	delete(s.clients, name)
	return s.shown(d, name+" delete")
}

// cmdWait waits for words in the trace, or for the upstream's newest request to be in a state.
func (s *script) cmdWait(d *directive) (string, error) {
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

func (s *script) cmdTrace(d *directive) (string, error) { return s.shown(d) }
