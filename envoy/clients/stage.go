package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcponce/envoy"
)

const (
	principal  = "x-user" // header of whom the gateway takes a caller for
	keyMeta    = "mcponce/idempotency-key"
	keyHeader  = "Idempotency-Key"
	patience   = 30 * time.Second
	pollEvery  = 10 * time.Millisecond
	tooLarge   = 20_000 // bytes of a memo that the gateway refuses
	inProgress = -31409
	hangs      = 3 * time.Second // far above what an SDK needs to notice that its connection is gone
)

// stage is what a case is played on: one SDK at one version of the protocol, before one gateway or none, and one action.
type stage struct {
	ctx     context.Context
	program *program
	version string
	origin  *origin
	gateway *envoy.Process // nil: straight to the origin
	header  bool           // the key is sent in a header of all requests, not in _meta of the call
	action  string         // in the ledger, and the key

	err error // what went wrong on the stage itself; the case is void
}

func (s *stage) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// base is where the wire leads, http://HOST:PORT.
func (s *stage) base() string {
	if s.gateway == nil {
		return "http://" + s.origin.address
	}
	return s.gateway.URL()
}

// open begins a session over a wire of its own, as alice.
func (s *stage) open() { s.openAs("alice") }

func (s *stage) openAs(user string) {
	headers := map[string]string{}
	if user != "" {
		headers[principal] = user
	}
	if s.header {
		headers[keyHeader] = s.action
	}
	w, err := startWire(s.base())
	if err != nil {
		s.fail(err)
		return
	}
	a := s.do(command{Connect: &connect{URL: w.url(), Version: s.version, Headers: headers}})
	s.program.take(w)
	if a.Error != nil {
		s.fail(fmt.Errorf("want a session, got %+v", a.Error))
	}
}

func (s *stage) do(c command) answer {
	if s.err != nil {
		return answer{}
	}
	a, err := s.program.do(c)
	if err != nil {
		s.fail(err)
	}
	return a
}

// call makes the call with the key of the action.
func (s *stage) call(tool string, amount int) answer {
	c := &call{Name: tool, Arguments: arguments{Action: s.action, Amount: amount}}
	if !s.header {
		c.Meta = map[string]string{keyMeta: s.action}
	}
	return s.do(command{Call: c})
}

// callWith calls pay with these arguments and a key in _meta; none if empty.
func (s *stage) callWith(a arguments, key string) answer {
	c := &call{Name: pay, Arguments: a}
	if key != "" {
		c.Meta = map[string]string{keyMeta: key}
	}
	return s.do(command{Call: c})
}

// alive says whether the session still serves.
func (s *stage) alive() bool { return s.do(command{List: &struct{}{}}).Error == nil }

// elsewhere makes the call from another connection of the same principal, and returns when the server has executed it.
func (s *stage) elsewhere(tool string, amount int) {
	transport := &mcp.StreamableClientTransport{Endpoint: s.base() + "/mcp", HTTPClient: &http.Client{Transport: asAlice{}}}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "elsewhere", Version: "1.0.0"}, nil).Connect(s.ctx, transport, nil)
	if err != nil {
		s.fail(err)
		return
	}
	go func() {
		defer session.Close()
		// Its outcome is the gateway's to keep: nobody here looks at it.
		_, _ = session.CallTool(s.ctx, &mcp.CallToolParams{
			Meta: mcp.Meta{keyMeta: s.action}, Name: tool, Arguments: arguments{Action: s.action, Amount: amount},
		})
	}()
	s.awaitExecution()
}

// asAlice names the principal in every request.
type asAlice struct{}

func (asAlice) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set(principal, "alice")
	return http.DefaultTransport.RoundTrip(r)
}

func (s *stage) awaitExecution() {
	s.await("an execution", func() bool { return s.origin.executions(s.action) > 0 })
}

// await polls until something is so.
func (s *stage) await(what string, so func() bool) {
	if s.err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	for poll := time.NewTicker(pollEvery); !so(); {
		select {
		case <-poll.C:
		case <-ctx.Done():
			s.fail(fmt.Errorf("want %s: %w", what, ctx.Err()))
			return
		}
	}
}

// originDown ends the origin, and returns when the gateway knows that its connections are gone.
func (s *stage) originDown() {
	s.origin.down()
	s.await("no connection to the server", func() bool {
		stats, err := s.gateway.Stats(s.ctx)
		if err != nil {
			s.fail(err)
		}
		return stats["cluster.mcp_upstream.upstream_cx_active"] == 0
	})
}

func (s *stage) originUp() {
	if err := s.origin.up(); err != nil {
		s.fail(err)
	}
}
