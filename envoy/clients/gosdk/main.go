// Gosdk is a client by the Go SDK that does what it is told, a command a line: see the package above.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const timeout = 10 * time.Second

type connect struct {
	URL     string            `json:"url"`
	Version string            `json:"version"`
	Headers map[string]string `json:"headers"`
}

type call struct {
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"`
	Meta      mcp.Meta       `json:"meta"`
}

func main() {
	var session *mcp.ClientSession
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var command struct {
			Connect *connect `json:"connect"`
			Call    *call    `json:"call"`
		}
		var result any = struct{}{}
		err := json.Unmarshal(lines.Bytes(), &command)
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		switch {
		case err != nil:
		case command.Connect != nil:
			if session != nil {
				session.Close() // what fails at the end of a session does not matter
			}
			session, err = open(ctx, *command.Connect)
		case command.Call != nil:
			result, err = session.CallTool(ctx, &mcp.CallToolParams{
				Meta: command.Call.Meta, Name: command.Call.Name, Arguments: command.Call.Arguments,
			})
		default:
			_, err = session.ListTools(ctx, nil)
		}
		cancel()
		say(result, err)
	}
}

func open(ctx context.Context, c connect) (*mcp.ClientSession, error) {
	// A call follows the request before it on the same connection, as in a client that is in use: on a fresh one net/http
	// never sends a request again. A session's standing stream has a connection of its own.
	tcp := &http.Transport{MaxConnsPerHost: 1}
	if c.Version < "2026-07-28" {
		tcp.MaxConnsPerHost = 2
	}
	transport := &mcp.StreamableClientTransport{
		Endpoint:   c.URL,
		HTTPClient: &http.Client{Transport: withHeaders{c.Headers, tcp}},
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1.0.0"}, nil)
	return client.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: c.Version})
}

// withHeaders puts headers on every request.
type withHeaders struct {
	headers map[string]string
	next    http.RoundTripper
}

func (w withHeaders) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name, value := range w.headers {
		r.Header.Set(name, value)
	}
	return w.next.RoundTrip(r)
}

// say prints what a caller can learn.
func say(result any, err error) {
	answer := map[string]any{"result": result}
	if err != nil {
		seen := map[string]any{"class": fmt.Sprintf("%T", err), "message": err.Error()}
		var e *jsonrpc.Error
		if errors.As(err, &e) {
			seen["class"], seen["code"], seen["message"], seen["data"] = fmt.Sprintf("%T", e), e.Code, e.Message, e.Data
		}
		answer = map[string]any{"error": seen}
	}
	if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
