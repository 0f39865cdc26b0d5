package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcponce/plugin/policy"
)

// startTools is an MCP server with these tools, which nobody may call. It wants the header, NAME:VALUE, if there is one.
func startTools(t *testing.T, header string, tools ...*mcp.Tool) string {
	t.Helper()
	s := mcp.NewServer(&mcp.Implementation{Name: "bank", Version: "2"}, &mcp.ServerOptions{PageSize: 10})
	for _, tool := range tools {
		if tool.InputSchema == nil {
			tool.InputSchema = json.RawMessage(`{"type": "object"}`)
		}
		s.AddTool(tool, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			t.Errorf("%s was called", tool.Name)
			return nil, errors.New("not to be called")
		})
	}
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true})
	name, value, _ := strings.Cut(header, ":")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get(name) != value {
			http.Error(w, "no", http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/bank/mcp"
}

// allKinds are tools, each of which is judged for another reason.
func allKinds() []*mcp.Tool {
	destructive := true
	return []*mcp.Tool{
		{Name: "balance", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
		{Name: "get_rates"},
		{Name: "purge", Annotations: &mcp.ToolAnnotations{DestructiveHint: &destructive}},
		{Name: "delete_user", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
		{Name: "pay", InputSchema: json.RawMessage(`{"type": "object", "properties": {"idempotencyKey": {"type": "string"}}}`)},
		{Name: "frobnicate"},
	}
}

func classified(t *testing.T, c classifyCommand) (out, report string, err error) {
	t.Helper()
	var o, r bytes.Buffer
	if c.Timeout == 0 {
		c.Timeout = patience
	}
	err = c.run(t.Context(), &o, &r)
	return o.String(), r.String(), err
}

func TestClassifyGivesAReasonForEachToolAndAConfiguration(t *testing.T) {
	url := startTools(t, "", allKinds()...)
	out, report, err := classified(t, classifyCommand{URL: url})
	wantReport := `bank 2 at ` + url + `, MCP 2026-07-28
TOOL         PROPOSED  REASON
balance      read      the server says readOnlyHint true
delete_user  governed  the name says delete; although the server says readOnlyHint true
frobnicate   governed  nothing says that it only reads
get_rates    governed  no annotations; the name says get
pay          governed  the name says pay; takes an idempotency key of its own, "idempotencyKey"
purge        governed  the server says destructiveHint true; the name says purge
6 tools: 1 proposed as reading, 5 governed.
What the server says is its word, and a name is less: nothing here has checked either. A tool under read is not protected.
# The names of these suggest that they read. If you know that they do, add their rule before the last (or use --trust-names):
#   {"match": ["get_rates"], "effect": "read"}
Before use: principal names the header that your authentication sets (and strips from clients), callout the server's cluster.
`
	wantOut := `{
  "paths": ["/bank/mcp"],
  "namespace": "bank",
  "principal": {"header": "x-user"},
  "callout": {"cluster": "mcp_upstream"},
  "tools": [
    {"match": ["balance"], "effect": "read"},
    {"match": ["*"]}
  ]
}
`
	if err != nil || report != wantReport || out != wantOut {
		t.Errorf("%v, got\n%s\n%s\nwant\n%s\n%s", err, report, out, wantReport, wantOut)
	}
}

func TestCheckAcceptsWhatClassifyPrints(t *testing.T) {
	var many []*mcp.Tool
	for n := range 400 {
		many = append(many, &mcp.Tool{Name: fmt.Sprintf("tool_%03d", n), Annotations: &mcp.ToolAnnotations{ReadOnlyHint: n%2 == 0}})
	}
	for name, tools := range map[string][]*mcp.Tool{"no tools": nil, "all kinds": allKinds(), "hundreds": many} {
		t.Run(name, func(t *testing.T) {
			out, _, err := classified(t, classifyCommand{URL: startTools(t, "", tools...)})
			if err != nil {
				t.Fatal(err)
			}
			if _, warned, err := checked(t, out, "pay"); err != nil || warned != "" {
				t.Fatalf("%v, warned %q", err, warned)
			}
			config, err := policy.Parse([]byte(out))
			if err != nil {
				t.Fatal(err)
			}
			for _, tool := range tools {
				reads := tool.Annotations != nil && tool.Annotations.ReadOnlyHint && tool.Name != "delete_user"
				if got := effect(config, tool.Name) == policy.Read; got != reads {
					t.Errorf("%s: under read %v, want %v", tool.Name, got, reads)
				}
			}
		})
	}
}

// effect is that of a tool at /mcp.
func effect(config *policy.Config, tool string) policy.Effect {
	of, _ := config.Rules("", "/mcp").Tool(tool)
	return of.Effect
}

func TestSuggestionIsAComment(t *testing.T) {
	var named []*mcp.Tool
	for n := range 50 {
		named = append(named, &mcp.Tool{Name: fmt.Sprintf("get_%02d", n)})
	}
	_, report, err := classified(t, classifyCommand{URL: startTools(t, "", named...)})
	if got := strings.Count(report, "\n#   "); err != nil || got != 52 {
		t.Errorf("%v, %d lines of the rule are comments, want 52; got\n%s", err, got, report)
	}
}

func TestNamesAreTrustedOnlyWhereThatIsSaid(t *testing.T) {
	out, report, err := classified(t, classifyCommand{URL: startTools(t, "", allKinds()...), TrustNames: true})
	if err != nil || !strings.Contains(out, `{"match": ["balance", "get_rates"], "effect": "read"}`) {
		t.Errorf("%v, got\n%s\nwant get_rates under read", err, out)
	}
	if strings.Contains(report, "#") || !strings.Contains(report, "get_rates    read      no annotations; the name says get\n") {
		t.Errorf("got\n%s\nwant no suggestion", report)
	}
}

func TestHeaderIsForTheServerAlone(t *testing.T) {
	url := startTools(t, "Authorization:Bearer a, b", allKinds()...)
	if out, _, err := classified(t, classifyCommand{URL: url, Header: []string{"authorization: Bearer a, b"}}); err != nil || out == "" {
		t.Errorf("with the header: %v", err)
	}
	for name, c := range map[string]struct{ header, want string }{
		"another value": {"Authorization: Bearer secret", `the server answers "401 Unauthorized": give what it asks for`},
		"no value":      {"Bearer-secret", "--header: want NAME:VALUE, got 13 characters without it"},
		"no name":       {": secret", "--header: want NAME:VALUE"},
	} {
		out, report, err := classified(t, classifyCommand{URL: url, Header: []string{c.header}})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error()+out+report, "secret") || out != "" {
			t.Errorf("%s: got %v, printed %q; want %s, and nothing of the secret", name, err, out, c.want)
		}
	}
}

func TestClassifyWantsAURL(t *testing.T) {
	for _, url := range []string{"", "127.0.0.1:9001/mcp", "localhost", "/mcp", "ftp://127.0.0.1/mcp", "http://", "http://[::1/mcp"} {
		if _, _, err := classified(t, classifyCommand{URL: url}); err == nil || !strings.HasPrefix(err.Error(), "URL: want that of the MCP endpoint") {
			t.Errorf("%q: got %v", url, err)
		}
	}
}

func TestNameOfAToolCannotWriteLinesOfTheReport(t *testing.T) {
	tool := &mcp.Tool{Name: "x\n\x1b[2Kbalance", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}
	_, report, err := classified(t, classifyCommand{URL: startTools(t, "", tool)})
	if err != nil || strings.Contains(report, "\x1b") || !strings.Contains(report, `"x\n\x1b[2Kbalance"  read`) {
		t.Errorf("%v, got\n%q", err, report)
	}
}
