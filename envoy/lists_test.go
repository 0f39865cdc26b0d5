package envoy

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// A client's own header with annotations is believed, unless it is removed as docs/OPERATIONS.md says.
func TestClientsHeaderWithAnnotationsIsRemoved(t *testing.T) {
	filter, member := operations(t, "A header with annotations")
	config := `{"paths": ["/mcp"], "anonymous": "shared", "defaults": {"annotations": "trust"}, "tools": [{"match": ["*"]}], ` + member + `}`
	for _, version := range []string{Newest, Oldest} {
		t.Run(version, func(t *testing.T) {
			p := startVersion(t, version, Options{Concurrency: 1, Plugin: config, Edit: before("- name: mcponce", filter)}, &receipts{})
			request, err := http.NewRequest(http.MethodPost, p.URL()+"/mcp", strings.NewReader(
				`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"transfer","arguments":{}}}`))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("X-Mcp-Annotation-Hints", "readOnly=true,destructive=false,idempotent=true,openWorld=false")
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			if answer, err := io.ReadAll(response.Body); err != nil || !strings.Contains(string(answer), "key_missing") {
				t.Errorf("got %s, %v; want key_missing", answer, err)
			}
		})
	}
}
