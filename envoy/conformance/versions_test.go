package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcponce/build/wasm"
	"mcponce/envoy"
)

// The Go SDK alone, at every version of the protocol that it speaks: what `go test` can run of the comparison.

// stateless is the first version without sessions.
const stateless = "2026-07-28"

// unknownTool is the one whose call ends in an error of the protocol.
const unknownTool = "no_such_tool"

func TestGoClientSeesTheSameThroughEnvoyAtEveryVersion(t *testing.T) {
	root, err := wasm.Root()
	if err != nil {
		t.Fatal(err)
	}
	server, err := buildServer(t.Context(), filepath.Join(root, "build", "bin"))
	if err != nil {
		t.Fatal(err)
	}
	for name, sessions := range map[string]bool{"with sessions": true, "stateless": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			origin, gateway := start(t, server, !sessions)
			for _, version := range mcp.SupportedProtocolVersions() {
				if (version < stateless) == sessions {
					t.Run(version, func(t *testing.T) { compare(t, origin, gateway, version) })
				}
			}
		})
	}
}

func compare(t *testing.T, origin, gateway, version string) {
	direct := converse(t, origin, version, false)
	for name, keyed := range map[string]bool{"without keys": false, "with keys": true} {
		t.Run(name, func(t *testing.T) {
			for _, line := range diff(direct, converse(t, gateway, version, keyed)) {
				t.Error(line)
			}
		})
	}
}

// start runs the conformance server at path and an Envoy before it, and returns the base URLs of both.
func start(t *testing.T, path string, stateless bool) (origin, gateway string) {
	t.Helper()
	server, err := startServer(context.Background(), path, stateless)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.stop)
	b := bench{wasm: envoy.Wasm(t)}
	p, err := b.startEnvoy(t.Context(), envoy.Newest, server.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("log of the gateway:\n%s", p.LogTail())
		}
		p.Stop()
	})
	return "http://" + server.address, p.URL()
}

// call is a call of one of the server's tools.
type call struct {
	tool      string
	arguments any
	progress  int // notifications that it sends
}

// calls at a version: one of each kind.
func calls(version string) []call {
	list := []call{
		{tool: "test_simple_text"},
		{tool: "test_image_content"},
		{tool: "test_error_handling"},
		{tool: "json_schema_2020_12_tool", arguments: map[string]any{"name": "é\u2028", "address": map[string]any{"street": "1", "city": "2"}}},
		{tool: "test_tool_with_progress", progress: 3},
		{tool: "test_tool_with_logging"},
		{tool: unknownTool},
	}
	if version < stateless {
		return append(list,
			call{tool: "test_sampling", arguments: map[string]any{"prompt": "hello"}},
			call{tool: "test_elicitation", arguments: map[string]any{"message": "who?"}})
	}
	return list
}

// converse opens a session at a version, makes the calls, and returns a line for everything that the client saw.
func converse(t *testing.T, base, version string, keyed bool) (seen []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	progress := make(chan string, 100)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		CreateMessageHandler: func(_ context.Context, r *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
			return &mcp.CreateMessageResult{Model: "m", Role: "assistant", Content: r.Params.Messages[0].Content}, nil
		},
		ElicitationHandler: func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"username": r.Params.Message}}, nil
		},
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			progress <- line("progress", r.Params)
		},
	})
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: base + "/mcp"},
		&mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	tools, err := session.ListTools(ctx, nil)
	seen = append(seen, line("tools", tools, err))
	for _, c := range calls(version) {
		params := &mcp.CallToolParams{Name: c.tool, Arguments: c.arguments, Meta: mcp.Meta{"progressToken": c.tool}}
		if keyed {
			params.Meta["mcponce/idempotency-key"] = rand.Text()
		}
		result, err := session.CallTool(ctx, params)
		seen = append(seen, line(c.tool, result, err))
		if err != nil && c.tool != unknownTool {
			t.Fatal(seen[len(seen)-1])
		}
		seen = append(seen, take(ctx, t, progress, c.progress)...)
	}
	return seen
}

// take waits for n notifications and returns them in an order of their own: the SDK handles them at once.
func take(ctx context.Context, t *testing.T, progress <-chan string, n int) (lines []string) {
	t.Helper()
	for range n {
		select {
		case l := <-progress:
			lines = append(lines, l)
		case <-ctx.Done():
			t.Fatalf("want %d progress notifications, got %q", n, lines)
		}
	}
	slices.Sort(lines)
	return lines
}

func line(name string, values ...any) string {
	for _, v := range values {
		if err, ok := v.(error); ok {
			name += fmt.Sprintf(" %T %v", err, err)
			continue
		}
		text, err := json.Marshal(v)
		if err != nil {
			panic(err) // it came from JSON
		}
		name += " " + string(text)
	}
	return name
}
