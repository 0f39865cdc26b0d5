package host_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcponce/examples/client"
	"mcponce/examples/ledger/server"
	"mcponce/host"
)

// A model knows of keys only what a list of tools tells it. The SDK's server refuses arguments that its schema does not name.
func TestModelThatSendsTheAdvertisedArgumentIsProtected(t *testing.T) {
	const callout, inline = `"callout": {"cluster": "mcp_upstream"}`, `"defaults": {"execution": "inline"}`
	for name, c := range map[string]struct {
		json bool
		how  string
	}{
		"json, detached": {true, callout}, "json, inline": {true, inline},
		"event stream, detached": {false, callout}, "event stream, inline": {false, inline},
	} {
		t.Run(name, func(t *testing.T) {
			session, ledger := sdkSession(t, c.json, `{"paths": ["/mcp"], "principal": {"header": "x-user"}, `+c.how+`,
				"tools": [{"match": ["balance", "list_*"], "effect": "read"}, {"match": ["*"], "advertise": true}]}`)
			tools, err := session.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, tool := range tools.Tools {
				schema := tool.InputSchema.(map[string]any)
				properties, _ := schema["properties"].(map[string]any)
				_, shown := properties["idempotency_key"]
				required, _ := schema["required"].([]any)
				reads := tool.Annotations.ReadOnlyHint
				if shown == reads || slices.Contains(required, any("idempotency_key")) == reads || schema["additionalProperties"] != false {
					t.Errorf("%s: shown %v, in %v", tool.Name, shown, schema)
				}
			}
			var receipts []string
			for _, key := range []string{"k1", "k1", "k2"} {
				result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "transfer",
					Arguments: map[string]any{"from": "alice", "to": "bob", "amount": 10, "idempotency_key": key}})
				if err != nil || result.IsError {
					t.Fatalf("%s: %v, %+v", key, err, result)
				}
				receipts = append(receipts, result.StructuredContent.(map[string]any)["receipt"].(string))
			}
			if want := []string{"r-000001", "r-000001", "r-000002"}; !slices.Equal(receipts, want) {
				t.Errorf("receipts %v, want %v", receipts, want)
			}
			if text, err := os.ReadFile(ledger); err != nil || strings.Count(string(text), "\n") != 2 || strings.Contains(string(text), "idempotency_key") {
				t.Errorf("ledger %s (%v); want two transfers, without the argument", text, err)
			}
		})
	}
}

// The last word of the server is that two of its tools only read.
func TestListOfAnSDKServerRelaxesTrustedTools(t *testing.T) {
	session, _ := sdkSession(t, false, `{"paths": ["/mcp"], "principal": {"header": "x-user"}, "tools": [{"match": ["*"], "annotations": "trust"}]}`)
	balance := func() error {
		_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "balance", Arguments: map[string]any{"account": "alice"}})
		return err
	}
	if balance() == nil {
		t.Error("a call without a key passed before a list was seen")
	}
	if _, err := session.ListTools(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if err := balance(); err != nil {
		t.Errorf("after the list: %v", err)
	}
	if _, err := client.Transfer(t.Context(), session, nil, 10); err == nil {
		t.Error("a call that the list does not speak for passed without a key")
	}
}

// sdkSession is a session of the SDK's client with its server, through a gateway with two workers, and the server's ledger.
func sdkSession(t *testing.T, json bool, config string) (*mcp.ClientSession, string) {
	t.Helper()
	ledger := filepath.Join(t.TempDir(), "ledger.jsonl")
	s, err := server.New(server.Options{Ledger: ledger, JSON: json})
	if err != nil {
		t.Fatal(err)
	}
	origin := httptest.NewServer(s)
	t.Cleanup(func() { origin.Close(); s.Close() })
	options, err := options(plugin(t), config, strings.TrimPrefix(origin.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	options.Workers = 2
	gateway, err := host.Start(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(gateway.Close)
	session, err := client.Connect(t.Context(), gateway.URL()+"/mcp", "alice", http.DefaultTransport)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session, ledger
}
