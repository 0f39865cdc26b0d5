package server_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcponce/examples/client"
	"mcponce/examples/ledger/server"
)

// start serves a ledger in a fresh file, whose path it returns.
func start(t *testing.T, o server.Options) (url, path string) {
	t.Helper()
	o.Ledger = filepath.Join(t.TempDir(), "ledger.jsonl")
	s, err := server.New(o)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(func() { h.Close(); s.Close() })
	return h.URL, o.Ledger
}

func connect(t *testing.T, url string, via http.RoundTripper) *mcp.ClientSession {
	t.Helper()
	session, err := client.Connect(t.Context(), url+"/mcp", "alice", via)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

func TestExecutesAlthoughTheClientLeaves(t *testing.T) {
	for name, json := range map[string]bool{"event stream": false, "json": true} {
		t.Run(name, func(t *testing.T) {
			left, finished := make(chan struct{}), make(chan struct{})
			url, path := start(t, server.Options{JSON: json, Work: func(server.Entry) { <-left; close(finished) }})
			var wire client.Wire
			session := connect(t, url, wire.Transport())
			answered := make(chan error, 1)
			go func() {
				_, err := client.Transfer(t.Context(), session, mcp.Meta{server.KeyMeta: "k1"}, 100)
				answered <- err
			}()
			err := client.AwaitExecution(t.Context(), url+"/ledger", "k1")
			if cutErr := wire.Cut(); err != nil || cutErr != nil {
				t.Fatal(err, cutErr)
			}
			if err := <-answered; err == nil {
				t.Error("the client got an answer over a connection that was cut")
			}
			close(left)
			select {
			case <-finished:
			case <-time.After(30 * time.Second):
				t.Error("the side effect did not come to its end")
			}
			got := lines(t, path)
			if want := `"tool":"transfer","arguments":{"amount":100,"from":"alice","to":"bob"},"key":"k1","execution":1}`; len(got) != 1 || !strings.HasSuffix(got[0], want) {
				t.Errorf("ledger file: want one line that ends in %s\ngot %s", want, got)
			}
		})
	}
}

func TestSimultaneousCallsGetReceiptsOfTheirOwn(t *testing.T) {
	const calls = 16
	url, path := start(t, server.Options{})
	var mu sync.Mutex
	receipts := map[string]bool{}
	var done sync.WaitGroup
	session := connect(t, url, http.DefaultTransport)
	for range calls {
		done.Go(func() {
			outcome, err := client.Transfer(t.Context(), session, nil, 1)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			receipts[outcome.Receipt] = true
		})
	}
	done.Wait()
	if got := len(lines(t, path)); len(receipts) != calls || got != calls {
		t.Errorf("want %d receipts and lines, got %d and %d", calls, len(receipts), got)
	}
}

func TestToolsSayWhetherTheyOnlyRead(t *testing.T) {
	url, _ := start(t, server.Options{})
	list, err := connect(t, url, http.DefaultTransport).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"transfer": false, "send_email": false, "provision": false, "balance": true, "list_transfers": true}
	for _, tool := range list.Tools {
		if readOnly, known := want[tool.Name]; !known || tool.Annotations.ReadOnlyHint != readOnly {
			t.Errorf("%s: readOnlyHint %t, want %t", tool.Name, tool.Annotations.ReadOnlyHint, readOnly)
		}
		delete(want, tool.Name)
	}
	if len(want) != 0 {
		t.Errorf("not listed: %v", want)
	}
}

func TestCallsOfEachToolReachTheLedgerOrReadIt(t *testing.T) {
	url, path := start(t, server.Options{})
	session := connect(t, url, http.DefaultTransport)
	for _, c := range []struct {
		tool      string
		arguments map[string]any
		text      string
		lines     int
	}{
		{"transfer", map[string]any{"from": "alice", "to": "bob", "amount": 30}, "Transferred 30 from alice to bob. Receipt r-000001.", 1},
		{"send_email", map[string]any{"to": "bob", "subject": "paid"}, `Sent "paid" to bob. Receipt r-000002.`, 2},
		{"provision", map[string]any{"kind": "vm"}, "Provisioned one vm. Receipt r-000003.", 3},
		{"balance", map[string]any{"account": "alice"}, `{"account":"alice","balance":970}`, 3},
		{"balance", map[string]any{"account": "bob"}, `{"account":"bob","balance":1030}`, 3},
		{"list_transfers", nil, `{"transfers":[{"amount":30,"from":"alice","receipt":"r-000001","to":"bob"}]}`, 3},
	} {
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: c.tool, Arguments: c.arguments})
		if err != nil || result.IsError {
			t.Fatalf("%s: %v %+v", c.tool, err, result)
		}
		if text := result.Content[0].(*mcp.TextContent).Text; text != c.text {
			t.Errorf("%s: want %s\ngot %s", c.tool, c.text, text)
		}
		if got := len(lines(t, path)); got != c.lines {
			t.Errorf("%s: want %d lines in the ledger, got %d", c.tool, c.lines, got)
		}
	}
}

func TestKeyIsRecordedAsItCame(t *testing.T) {
	for name, c := range map[string]struct {
		meta   mcp.Meta
		header string
		want   string
	}{
		"none":          {nil, "", ""},
		"meta":          {mcp.Meta{server.KeyMeta: "k1"}, "", "k1"},
		"bare header":   {nil, "k2", "k2"},
		"quoted header": {nil, `"k2"`, "k2"},
		"both":          {mcp.Meta{server.KeyMeta: "k1"}, `"k1"`, "k1"},
	} {
		t.Run(name, func(t *testing.T) {
			url, _ := start(t, server.Options{})
			session := connect(t, url, withHeader(c.header))
			if _, err := client.Transfer(t.Context(), session, c.meta, 1); err != nil {
				t.Fatal(err)
			}
			entries, err := client.Ledger(t.Context(), url+"/ledger")
			if err != nil || len(entries) != 1 || entries[0].Key != c.want {
				t.Errorf("want one entry with key %q, got %+v, %v", c.want, entries, err)
			}
		})
	}
}

type withHeader string

func (key withHeader) RoundTrip(req *http.Request) (*http.Response, error) {
	if key != "" {
		req = req.Clone(req.Context())
		req.Header.Set(server.KeyHeader, string(key))
	}
	return http.DefaultTransport.RoundTrip(req)
}

func TestCountGoesOnInAnExistingLedger(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.jsonl")
	for _, want := range []string{"r-000001", "r-000002"} {
		s, err := server.New(server.Options{Ledger: path})
		if err != nil {
			t.Fatal(err)
		}
		h := httptest.NewServer(s)
		outcome, err := client.Transfer(t.Context(), connect(t, h.URL, http.DefaultTransport), nil, 1)
		if err != nil || outcome.Receipt != want {
			t.Errorf("want receipt %s, got %q, %v", want, outcome.Receipt, err)
		}
		h.Close()
		s.Close()
	}
}

func TestUnusableLedgersAreRefused(t *testing.T) {
	torn := filepath.Join(t.TempDir(), "torn.jsonl")
	if err := os.WriteFile(torn, []byte(`{"execution":1}`+"\n"+`{"execu`), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ path, want string }{
		"none":    {"", "-ledger FILE"},
		"torn":    {torn, "entry 2"},
		"no such": {filepath.Join(torn, "x"), "not a directory"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := server.New(server.Options{Ledger: c.path}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want an error with %q, got %v", c.want, err)
			}
		})
	}
}
