// Package server is an MCP server whose tools have side effects, with an append-only ledger as the ground truth of what was executed.
package server

import (
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Options says where the ledger is kept and how calls are answered.
type Options struct {
	Ledger string // path of the ledger file; created if absent, else continued
	JSON   bool   // answer application/json instead of text/event-stream
	// Work, if set, is what is left of a side effect once it is in the ledger; the answer waits for it. It has no context:
	// a client that leaves cannot cut it short.
	Work func(Entry)
}

// Server serves MCP at /mcp, the ledger as JSON lines at /ledger, and as a table at /.
type Server struct {
	mux     *http.ServeMux
	journal *journal
	work    func(Entry)
}

// New opens the ledger file. Close releases it.
func New(o Options) (*Server, error) {
	if o.Ledger == "" {
		return nil, errors.New("expected a ledger file, got none: name one with -ledger FILE")
	}
	j, err := openJournal(o.Ledger)
	if err != nil {
		return nil, err
	}
	s := &Server{mux: http.NewServeMux(), journal: j, work: o.Work}
	m := s.mcpServer()
	s.mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return m },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: o.JSON},
	))
	s.mux.HandleFunc("GET /ledger", s.serveLines)
	s.mux.HandleFunc("GET /{$}", s.serveTable)
	return s, nil
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Close closes the ledger file: a call after that is not executed.
func (s *Server) Close() error { return s.journal.close() }
