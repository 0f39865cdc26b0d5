package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestDiffIsTheComplementOfWhatIsCommon(t *testing.T) {
	for _, c := range []struct {
		name      string
		want, got string
		changes   string
	}{
		{"equal", "a b c", "a b c", ""},
		{"both empty", "", "", ""},
		{"one replaced", "a b c", "a x c", "- b + x"},
		{"one missing in the middle", "a b c", "a c", "- b"},
		{"one more at the end", "a b", "a b c", "+ c"},
		{"nothing came", "a b", "", "- a - b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(diff(strings.Fields(c.want), strings.Fields(c.got)), " "); got != c.changes {
				t.Errorf("got %q; want %q", got, c.changes)
			}
		})
	}
}

func TestALineHoldsWhatTwoRunsShare(t *testing.T) {
	const server = "http://127.0.0.1:1234/mcp"
	for _, c := range []struct {
		name, details string
		keyed         bool
		want          string // end of the line
	}{
		{"answers are kept", `{"response":{"id":7,"result":{}}}`, false, `{"response":{"id":7,"result":{}}}`},
		{"sessions", `{"session":"LZPME6KCE6ADO6UUFLNN5F5FEA"}`, false, `{"session":"PER-RUN"}`},
		{"times as ids", `{"id":1796088626593}`, false, `{"id":PER-RUN}`},
		{"addresses", `{"host":"127.0.0.1:1234"}`, false, `{"host":"HOST"}`},
		{"headers", `{"headers":{"date":"x"}}`, false, `{}`},
		{"the words of a header mismatch", `{"error":{"code":-32020,"message":"x"}}`, false, `{"error":"a header mismatch"}`},
		{"the words of another error", `{"error":{"code":-32602,"message":"x"}}`, false, `{"error":{"code":-32602,"message":"x"}}`},
		{"which error, with keys", `{"error":{"code":-32602,"message":"x"}}`, true, `{"error":"an error"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := t.TempDir()
			folder := filepath.Join(out, "server-ping-2026-12-01T01-29-22-517Z")
			if err := os.Mkdir(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			checks := `[{"id":"i","name":"N","status":"FAILURE","errorMessage":"e","timestamp":"now","details":` + c.details + `}]`
			if err := os.WriteFile(filepath.Join(folder, "checks.json"), []byte(checks), 0o644); err != nil {
				t.Fatal(err)
			}
			got, err := read(out, server, c.keyed)
			if want := `server-ping  i  N  FAILURE  "e"  ` + c.want; err != nil || !slices.Equal(got, []string{want}) {
				t.Errorf("got %q, %v; want %q", got, err, want)
			}
		})
	}
}

func TestEveryActionHasAKeyAndItsRoundsShareIt(t *testing.T) {
	var keys []string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Idempotency-Key"))
	}))
	defer server.Close()
	front, err := startKeying(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer front.Close()
	for _, body := range []string{
		`{"method":"tools/call","params":{"name":"a"}}`,
		`{"method":"tools/call","params":{"name":"b"}}`,
		`{"method":"tools/call","params":{"name":"a","inputResponses":{}}}`,
		`{"method":"tools/call","params":{"name":"a","requestState":"s"}}`,
		`{"method":"tools/call","params":{"name":"a"}}`,
		`{"method":"ping"}`,
	} {
		response, err := http.Post(front.URL, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
	}
	if len(keys) != 6 || slices.Contains(keys, "") {
		t.Fatalf("want a key on each of 6 requests, got %q", keys)
	}
	first, other, later := keys[0], keys[1], keys[4]
	if keys[2] != first || keys[3] != first || other == first || later == first || keys[5] == later {
		t.Errorf("want the third and fourth to have the first one's key and no other to share one, got %q", keys)
	}
}
