package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Tools of the server. Each of them moves money, and has moved it when anything goes wrong.
const (
	pay       = "pay"
	payOnce   = "pay_once"  // the gateway allows one refusal of an action
	slow      = "slow"      // answers when it is told to
	statement = "statement" // a longer answer than the gateway keeps
	vanish    = "vanish"    // the connection breaks instead of an answer
	forget    = "forget"    // the server has lost the session when it should answer
)

const statementLength = 4096 // bytes

// origin is an MCP server that counts what it executes.
type origin struct {
	address string       // 127.0.0.1:PORT
	handler http.Handler // with the sessions, which outlive the server
	server  *http.Server

	mu       sync.Mutex
	executed map[string]int           // by action
	gates    map[string]chan struct{} // answers of slow, by action
}

func startOrigin() (*origin, error) {
	o := &origin{executed: map[string]int{}, gates: map[string]chan struct{}{}}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	o.address, o.handler = l.Addr().String(), o.tools()
	o.serve(l)
	return o, nil
}

func (o *origin) serve(l net.Listener) {
	o.server = &http.Server{Handler: o.handler}
	go o.server.Serve(l)
}

// down ends the server with all its connections, up starts it anew at the same address.
func (o *origin) down() { o.server.Close() }

func (o *origin) up() error {
	l, err := net.Listen("tcp", o.address)
	if err == nil {
		o.serve(l)
	}
	return err
}

// tools serves both kinds of transport at one path, as servers of people do.
func (o *origin) tools() http.Handler {
	bank := mcp.NewServer(&mcp.Implementation{Name: "bank", Version: "1.0.0"}, nil)
	for _, name := range []string{pay, payOnce, slow, statement, vanish, forget} {
		mcp.AddTool(bank, &mcp.Tool{Name: name, Description: "Moves money"},
			func(_ context.Context, _ *mcp.CallToolRequest, a arguments) (*mcp.CallToolResult, any, error) {
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: o.answer(name, a)}}}, nil, nil
			})
	}
	same := func(*http.Request) *mcp.Server { return bank }
	// Nothing of a JSON answer is on the wire before the tool has ended. An event stream may begin earlier or not, and HTTP
	// clients that send again do so only while they have seen nothing.
	stateless := mcp.NewStreamableHTTPHandler(same, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	sessions := mcp.NewStreamableHTTPHandler(same, &mcp.StreamableHTTPOptions{JSONResponse: true})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the client has left
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		switch {
		case o.broken(w, body):
		case r.Header.Get("Mcp-Protocol-Version") >= modern:
			stateless.ServeHTTP(w, r)
		default:
			sessions.ServeHTTP(w, r)
		}
	})
}

// broken plays the tools that do not answer.
func (o *origin) broken(w http.ResponseWriter, body []byte) bool {
	var message struct{ Params call }
	_ = json.Unmarshal(body, &message) // what is no call of a tool is nothing to break
	switch message.Params.Name {
	case vanish:
		o.execute(message.Params.Arguments.Action)
		panic(http.ErrAbortHandler)
	case forget:
		o.execute(message.Params.Arguments.Action)
		http.Error(w, "session not found", http.StatusNotFound)
		return true
	}
	return false
}

func (o *origin) answer(tool string, a arguments) string {
	n, gate := o.execute(a.Action)
	switch tool {
	case slow:
		<-gate
	case statement:
		return strings.Repeat("x", statementLength)
	}
	return fmt.Sprintf("Paid %d, execution %d of %s.", a.Amount, n, a.Action)
}

func (o *origin) execute(action string) (n int, gate <-chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.executed[action]++
	return o.executed[action], o.gate(action)
}

func (o *origin) gate(action string) chan struct{} {
	if o.gates[action] == nil {
		o.gates[action] = make(chan struct{})
	}
	return o.gates[action]
}

// release lets every answer of slow to this action go out.
func (o *origin) release(action string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	close(o.gate(action))
}

func (o *origin) executions(action string) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.executed[action]
}
