package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mcponce/build/wasm"
)

const (
	patience  = 30 * time.Second // bounds every wait for an event
	pollEvery = 5 * time.Millisecond

	call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pay","arguments":{}}}`
)

var (
	builtFilter = sync.OnceValues(func() (string, error) { return wasm.Build("plugin.wasm", "", "./plugin") })

	// builtDir is the folder with the command, mcponce.
	builtDir = sync.OnceValues(func() (string, error) {
		dir, err := os.MkdirTemp("", "mcponce-serve-")
		if err != nil {
			return "", err
		}
		build := exec.Command("go", "build", "-o", filepath.Join(dir, "mcponce"), ".")
		build.Stderr = os.Stderr
		return dir, build.Run()
	})
)

func filterFile(t *testing.T) string { return built(t, builtFilter) }

func commandFile(t *testing.T) string { return filepath.Join(built(t, builtDir), "mcponce") }

func built(t *testing.T, build func() (string, error)) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, _ := builtDir(); dir != "" {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// command is one that works, with the smallest configuration.
func command(t *testing.T) *serve {
	t.Helper()
	return &serve{Upstream: "127.0.0.1:9", Config: file(t, smallest), Listen: "127.0.0.1:0", Admin: "127.0.0.1:0", Workers: 1,
		Wasm: filterFile(t), Drain: time.Hour}
}

func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mcponce.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// origin is an MCP server that answers when it is released.
type origin struct {
	*httptest.Server
	arrived chan struct{} // has an item for each call
	release func()
}

func startOrigin(t *testing.T) *origin {
	t.Helper()
	gate := make(chan struct{})
	o := &origin{arrived: make(chan struct{}, 100), release: sync.OnceFunc(func() { close(gate) })}
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		o.arrived <- struct{}{}
		<-gate
		w.Header().Set("content-type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`)
	}))
	t.Cleanup(o.Close)
	t.Cleanup(o.release)
	return o
}

// send posts the call of an MCP 2026-07-28 client, on a connection of its own.
func send(ctx context.Context, url, key string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/mcp", strings.NewReader(call))
	if err != nil {
		return "", err
	}
	r.Header = http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {key}, "Mcp-Protocol-Version": {"2026-07-28"},
		"Connection": {"close"}}
	return text(http.DefaultClient.Do(r))
}

func get(url string) (string, error) { return text(http.Get(url)) }

func text(response *http.Response, err error) (string, error) {
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	return string(content), err
}

func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for until := time.Now().Add(patience); !holds(); time.Sleep(pollEvery) {
		if time.Now().After(until) {
			t.Fatalf("waited %v for %s", patience, what)
		}
	}
}

func receive[T any](t *testing.T, from <-chan T, what string) (value T) {
	t.Helper()
	select {
	case value = <-from:
	case <-time.After(patience):
		t.Fatalf("waited %v for %s", patience, what)
	}
	return value
}

func TestServeAnswersUntilItIsTold(t *testing.T) {
	server := startOrigin(t)
	server.release()
	s := command(t)
	s.Upstream = server.URL
	ctx, stop := context.WithCancel(t.Context())
	var log bytes.Buffer
	err := s.run(ctx, &log, func(url, admin string) {
		defer stop()
		for range 2 {
			if got, err := send(ctx, url, "k"); !strings.Contains(got, `"result"`) {
				t.Errorf("got %q, %v; want a result", got, err)
			}
		}
		for path, want := range map[string]string{"/healthz": "ok\n", "/metrics": "mcponce_attempts{outcome=\"replayed\"} 1\n"} {
			if got, err := get(admin + path); !strings.Contains(got, want) {
				t.Errorf("%s: got %q, %v; want %q in it", path, got, err, want)
			}
		}
		http.DefaultClient.CloseIdleConnections()
	})
	if err != nil {
		t.Error(err)
	}
	for _, want := range []string{"executed         pay ", "replayed         pay ", "  draining: ", "  drained"} {
		if strings.Count(log.String(), want) != 1 {
			t.Errorf("want one line of the log with %q, got\n%s", want, log.String())
		}
	}
	if strings.Contains(log.String(), "warn") {
		t.Errorf("want no warning, got\n%s", log.String())
	}
}

func TestCallInFlightIsAnsweredWhileTheGatewayDrains(t *testing.T) {
	server := startOrigin(t)
	s := command(t)
	s.Upstream = server.URL
	ctx, stop := context.WithCancel(t.Context())
	answer := make(chan string, 1)
	err := s.run(ctx, io.Discard, func(url, admin string) {
		go func() {
			got, _ := send(context.Background(), url, "k")
			answer <- got
		}()
		receive(t, server.arrived, "the call")
		stop()
		go func() {
			defer server.release()
			for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(pollEvery) {
				if got, _ := get(admin + "/healthz"); got == "draining\n" {
					return
				}
			}
			t.Error("/healthz does not say that the gateway drains")
		}()
	})
	if err != nil {
		t.Error(err)
	}
	if got := receive(t, answer, "the answer"); !strings.Contains(got, `"result"`) {
		t.Errorf("got %q; want a result", got)
	}
}

func TestCallsAreCutWhenTheDrainTimeIsOver(t *testing.T) {
	server := startOrigin(t)
	s := command(t)
	s.Upstream, s.Drain = server.URL, 0
	ctx, stop := context.WithCancel(t.Context())
	err := s.run(ctx, io.Discard, func(url, _ string) {
		go send(context.Background(), url, "k")
		receive(t, server.arrived, "the call")
		stop()
	})
	if err == nil || !strings.Contains(err.Error(), "after --drain 0s were cut") {
		t.Errorf("got %v; want that the call was cut", err)
	}
}

func TestServeWarnsOfWhatMaySurprise(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	reachable := listener.Addr().String()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	for name, c := range map[string]struct{ listen, admin, upstream, want string }{
		"all is local":          {"127.0.0.1:1", "[::1]:2", reachable, ""},
		"listens everywhere":    {"[::]:1", "127.0.0.1:2", reachable, "warn: other machines may reach [::]:1, and nothing here authenticates"},
		"listens to a network":  {"192.0.2.1:1", "127.0.0.1:2", reachable, "warn: other machines may reach 192.0.2.1:1,"},
		"admin for everybody":   {"127.0.0.1:1", "0.0.0.0:2", reachable, "warn: other machines may reach 0.0.0.0:2,"},
		"no server to be found": {"127.0.0.1:1", "127.0.0.1:2", closed.Addr().String(), "warn: the MCP server cannot be reached yet, and calls are refused until it can: dial"},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			(&serve{}).greet(newLines(&log, nil), c.listen, c.admin, c.upstream)
			if !strings.Contains(log.String(), c.want) || (c.want == "") == strings.Contains(log.String(), "warn") {
				t.Errorf("got\n%s\nwant a warning %q", log.String(), c.want)
			}
		})
	}
}
