package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const (
	config = `{"paths": ["/mcp"], "anonymous": "shared", "tools": [{"match": ["*"]}]}`
	call   = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pay","arguments":{}}}`
)

var builtWasm = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "mcponce-serve-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "plugin.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-o", path, "mcponce/plugin")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	build.Stderr = os.Stderr
	return path, build.Run()
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := builtWasm(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// command is one that works, with a configuration of its own.
func command(t *testing.T) *serve {
	t.Helper()
	wasm, err := builtWasm()
	if err != nil {
		t.Fatal(err)
	}
	return &serve{Upstream: "127.0.0.1:9", Config: file(t, config), Listen: "127.0.0.1:0", Admin: "127.0.0.1:0", Workers: 1,
		Wasm: wasm, Drain: 1 << 40}
}

func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mcponce.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestServeAnswersUntilItIsTold(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("content-type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{}}`)
	}))
	defer server.Close()
	s := command(t)
	s.Upstream = server.URL
	ctx, stop := context.WithCancel(context.Background())
	var log bytes.Buffer
	err := s.run(ctx, &log, func(url, admin string) {
		defer stop()
		for range 2 {
			r, _ := http.NewRequest(http.MethodPost, url+"/mcp", strings.NewReader(call))
			r.Header = http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {"k"}}
			if got := text(t, http.DefaultClient.Do, r); !strings.Contains(got, `"result"`) {
				t.Errorf("got %q; want a result", got)
			}
		}
		for path, want := range map[string]string{"/healthz": "ok\n", "/metrics": "mcponce_attempts{outcome=\"replayed\"} 1\n"} {
			r, _ := http.NewRequest(http.MethodGet, admin+path, nil)
			if got := text(t, http.DefaultClient.Do, r); !strings.Contains(got, want) {
				t.Errorf("%s: got %q; want %q in it", path, got, want)
			}
		}
		http.DefaultClient.CloseIdleConnections()
	})
	if err != nil {
		t.Error(err)
	}
	for _, want := range []string{"POST /mcp 200 executed via_upstream", "POST /mcp 200 replayed mcponce_replayed", "draining"} {
		if strings.Count(log.String(), want) != 1 {
			t.Errorf("want one line of the log with %q, got\n%s", want, log.String())
		}
	}
}

func text(t *testing.T, do func(*http.Request) (*http.Response, error), r *http.Request) string {
	t.Helper()
	response, err := do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestServeSaysWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct {
		change func(s *serve)
		want   string
	}{
		"no configuration":    {func(s *serve) { s.Config = "none.json" }, "--config: open none.json"},
		"wrong configuration": {func(s *serve) { s.Config = file(t, `{"paths": 1}`) }, "paths: want"},
		"no filter":           {func(s *serve) { s.Wasm = "none.wasm" }, "make build compiles it"},
		"not a filter":        {func(s *serve) { s.Wasm = s.Config }, "not a WebAssembly module"},
		"upstream":            {func(s *serve) { s.Upstream = "http://127.0.0.1:9/mcp" }, "--upstream: want HOST:PORT"},
		"workers":             {func(s *serve) { s.Workers = 0 }, "--workers: want at least 1, got 0"},
		"listen":              {func(s *serve) { s.Listen = "127.0.0.1:x" }, "the listener:"},
		"admin":               {func(s *serve) { s.Admin = "127.0.0.1:x" }, "--admin:"},
	} {
		t.Run(name, func(t *testing.T) {
			s := command(t)
			c.change(s)
			err := s.run(context.Background(), io.Discard, func(string, string) { t.Error("it serves") })
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v; want %q in the error", err, c.want)
			}
		})
	}
}
