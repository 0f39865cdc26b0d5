package server_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcponce/examples/client"
	"mcponce/examples/ledger/server"
)

func TestRunSaysWhereItListensAndFinishesCallsAtItsEnd(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, stdout := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := server.Run(ctx, []string{"-ledger", filepath.Join(t.TempDir(), "ledger.jsonl"), "-delay", "300ms"}, stdout)
		stdout.CloseWithError(io.EOF)
		ended <- err
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !ok {
		t.Fatalf("want a line that says where it listens, got %q, %v", line, err)
	}
	session := connect(t, url, new(client.Wire).Transport())
	answered := make(chan error, 1)
	go func() {
		_, err := client.Transfer(t.Context(), session, mcp.Meta{server.KeyMeta: "k1"}, 1)
		answered <- err
	}()
	if err := client.AwaitExecution(t.Context(), url+"/ledger", "k1"); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := <-answered; err != nil {
		t.Error("the call in progress was not answered:", err)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(30 * time.Second):
		t.Error("did not end")
	}
}

func TestRunRefusesArgumentsThatItDoesNotKnow(t *testing.T) {
	for name, args := range map[string][]string{
		"no ledger":    nil,
		"unknown flag": {"-ledger", filepath.Join(t.TempDir(), "ledger.jsonl"), "-sse"},
		"bad address":  {"-ledger", filepath.Join(t.TempDir(), "ledger.jsonl"), "-listen", "nowhere"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := server.Run(t.Context(), args, io.Discard); err == nil {
				t.Error("want an error, got none")
			}
		})
	}
}

func TestAnswersInTheFormThatWasChosen(t *testing.T) {
	for want, json := range map[string]bool{"text/event-stream": false, "application/json": true} {
		t.Run(want, func(t *testing.T) {
			url, _ := start(t, server.Options{JSON: json})
			body := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"balance","arguments":{"account":"alice"}}}`)
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/mcp", body)
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Accept", "application/json, text/event-stream")
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if got := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK || got != want {
				t.Errorf("want 200 and %s, got %d and %s", want, resp.StatusCode, got)
			}
		})
	}
}

func TestTheTableShowsWhatWasExecuted(t *testing.T) {
	url, _ := start(t, server.Options{})
	if _, err := client.Transfer(t.Context(), connect(t, url, http.DefaultTransport), mcp.Meta{server.KeyMeta: "<k1>"}, 1); err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(url + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 executed", "r-000001", "transfer", "&lt;k1&gt;"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("want %q in the table, got\n%s", want, page)
		}
	}
}
