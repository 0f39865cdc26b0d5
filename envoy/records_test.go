package envoy

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tidwall/gjson"
)

//go:embed records.yaml
var operatorsListener string

const operatorsSecret = "change-me-change-me-change-me-change-me"

// pluginOf is the configuration of the plugin that a shipped file has.
func pluginOf(t testing.TB, text string) string {
	t.Helper()
	_, block, found := strings.Cut(text, "value: |\n")
	block, _, end := strings.Cut(block, "          - name: envoy.filters.http.router")
	if !found || !end {
		t.Fatal("no configuration of the plugin")
	}
	return block
}

// startOperated runs the two shipped files together, with a table of so many records, before a handler.
func startOperated(t testing.TB, version string, records int, handler http.Handler) (p *Process, operators string) {
	t.Helper()
	const namespace = `"namespace": "payments",`
	edit := func(text string) string {
		return strings.Replace(text, namespace, fmt.Sprintf(`%s "store": {"local": {"records": %d}},`, namespace, records), 1)
	}
	const clusters = "\n  clusters:\n"
	p = startVersion(t, version, Options{Plugin: edit(pluginOf(t, direct)), Concurrency: 2, Edit: func(config string) (string, error) {
		listener := strings.NewReplacer("port_value: 10001", "port_value: 0",
			"{filename: build/plugin.wasm}", fmt.Sprintf("{filename: %q}", Wasm(t))).Replace(edit(operatorsListener))
		return strings.Replace(config, clusters, "\n"+listener+clusters, 1), nil
	}}, handler)
	listeners, err := p.get(context.Background(), "/listeners?format=json")
	if err != nil {
		t.Fatal(err)
	}
	port := gjson.GetBytes(listeners, `listener_statuses.#(name=="mcponce_admin").local_address.socket_address.port_value`)
	return p, fmt.Sprintf("http://127.0.0.1:%d/mcponce/records", port.Int())
}

// ask sends an operator's request.
func ask(t testing.TB, method, url, secret, body string) (status int, answer string) {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = http.Header{"Authorization": {"Bearer " + secret}, "X-Mcponce-Operator": {"olga@ops"}}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

func TestOperatorsListenerSeesTheRecordsOfTheOther(t *testing.T) {
	for _, version := range []string{Newest, Oldest} {
		t.Run(version, func(t *testing.T) {
			var calls, others atomic.Int32
			var resets atomic.Bool
			p, operators := startOperated(t, version, 1024, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				io.Copy(io.Discard, r.Body)
				if r.URL.Path != "/mcp" {
					others.Add(1)
					w.WriteHeader(http.StatusTeapot)
					return
				}
				if calls.Add(1); resets.Load() {
					panic(http.ErrAbortHandler)
				}
				w.Header().Set("content-type", "application/json")
				io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"content":[],"resultType":"complete"}}`)
			}))
			doubt := func(key string) (id string) {
				resets.Store(true)
				defer resets.Store(false)
				told := callTool(t, p.URL(), "transfer", key, "{}")
				short := gjson.Get(told, "error.data.action").String()
				_, page := ask(t, "GET", operators+"?state=in_doubt", operatorsSecret, "")
				for _, r := range gjson.Get(page, "records.#.action").Array() {
					if short != "" && strings.HasPrefix(r.String(), short) {
						return r.String()
					}
				}
				t.Fatalf("the client is told %s, the operator %s", told, page)
				return ""
			}
			a, b := doubt("a"), doubt("b")

			if status, answer := ask(t, "GET", operators, "guess", ""); status != 401 || answer != "" {
				t.Errorf("without the secret: got %d %q; want 401 and nothing else", status, answer)
			}
			if status, _ := ask(t, "GET", strings.Replace(operators, "records", "../mcp", 1), operatorsSecret, ""); status != 404 {
				t.Errorf("another path at the operator's listener: got %d; want 404", status)
			}
			if status, _ := ask(t, "GET", p.URL()+"/mcponce/records", operatorsSecret, ""); status != http.StatusTeapot || others.Load() != 1 {
				t.Errorf("at the clients' listener: got %d; want the server's own answer", status)
			}

			before := calls.Load()
			if status, answer := ask(t, "POST", operators+"/"+a, operatorsSecret, `{"resolve": "executed"}`); status != 200 {
				t.Errorf("got %d %s; want it resolved", status, answer)
			}
			if told := callTool(t, p.URL(), "transfer", "a", "{}"); !strings.Contains(told, `"type":"committed"`) || calls.Load() != before {
				t.Errorf("the client is told %s; want committed, and nothing executed", told)
			}
			if status, answer := ask(t, "POST", operators+"/"+b, operatorsSecret, `{"resolve": "not_executed"}`); status != 200 {
				t.Errorf("got %d %s; want it resolved", status, answer)
			}
			if told := callTool(t, p.URL(), "transfer", "b", "{}"); !strings.Contains(told, `"result"`) || calls.Load() != before+1 {
				t.Errorf("the client is told %s; want it executed", told)
			}
			if status, answer := ask(t, "POST", operators+"/"+b, operatorsSecret, `{"resolve": "not_executed"}`); status != 409 {
				t.Errorf("once more: got %d %s; want 409", status, answer)
			}
			audited(t, p, a[:12]+`: done, resolved as executed by "olga@ops"; it was in_doubt, upstream_reset`, "executed")
			audited(t, p, b[:12]+`: released, resolved as not_executed by "olga@ops"; it was in_doubt, upstream_reset`, "not_executed")
		})
	}
}

func audited(t *testing.T, p *Process, line, what string) {
	t.Helper()
	awaitMetric(t, p, "wasmcustom.mcponce.resolved."+what, 1)
	log, err := os.ReadFile(p.Log())
	if err != nil || strings.Count(string(log), line) != 1 {
		t.Errorf("want %q once in the log, got (%v)\n%s", line, err, p.LogTail())
	}
}

// BenchmarkPageOfRecords asks for what is in doubt in a part of a full table where nothing is: what a worker does for it
// between two other requests.
func BenchmarkPageOfRecords(b *testing.B) {
	const records = 8192 // one part
	p, operators := startOperated(b, Newest, records, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("content-type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"content":[],"resultType":"complete"}}`)
	}))
	for n := range records * 9 / 10 {
		callTool(b, p.URL(), "transfer", fmt.Sprint(n), "{}")
	}
	for b.Loop() {
		if _, page := ask(b, "GET", operators+"?state=in_doubt", operatorsSecret, ""); page != "{\"records\":[]}\n" {
			b.Fatalf("got %.200s; want one page with nothing", page)
		}
	}
}
