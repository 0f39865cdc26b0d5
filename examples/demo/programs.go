package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"mcponce/examples/client"
)

// programs is the folder with the built examples; ledger files are put there too.
type programs string

// build compiles the ledger server and the retry client into dir, as anyone would who runs them by hand.
func build(ctx context.Context, dir string) (programs, error) {
	cmd := exec.CommandContext(ctx, "go", "build", "-o", dir+string(filepath.Separator), "mcponce/examples/ledger", "mcponce/examples/retry")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return programs(dir), nil
}

// ledger is a running ledger server.
type ledger struct {
	url  string // http://HOST:PORT
	stop func()
}

func (l ledger) address() string { return strings.TrimPrefix(l.url, "http://") }

// startLedger starts a ledger server with an empty ledger, on a free port. Its side effects take long enough to cut a call in the middle.
func (p programs) startLedger(ctx context.Context) (ledger, error) {
	file, err := os.CreateTemp(string(p), "ledger-*.jsonl")
	if err != nil {
		return ledger{}, err
	}
	file.Close()
	ctx, cancel := context.WithCancel(ctx)
	cmd := p.command(ctx, "ledger", "-ledger", file.Name(), "-delay", "1s")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return ledger{}, err
	}
	stop := func() {
		cancel()
		_ = cmd.Wait() // says how it was ended, which is known
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !ok {
		stop()
		return ledger{}, fmt.Errorf("expected the ledger server to say where it listens, got %q (%v)", line, err)
	}
	fmt.Printf("   $ ledger -ledger %s -delay 1s\n", filepath.Base(file.Name()))
	return ledger{url, stop}, nil
}

// retry runs the client whose connection breaks against the MCP server, or gateway, at url.
func (p programs) retry(ctx context.Context, url, ledgerURL, key string) (report client.Report, err error) {
	args := []string{"-url", url + "/mcp", "-ledger-url", ledgerURL + "/ledger", "-principal", principal, "-key", key}
	fmt.Println("   $ retry", strings.Join(args, " "))
	out, err := p.command(ctx, "retry", args...).Output()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	last := len(lines) - 1
	for _, line := range lines[:last] {
		fmt.Println("   |", line)
	}
	if err != nil {
		return report, fmt.Errorf("the retry client: %w", err)
	}
	if err := json.Unmarshal([]byte(lines[last]), &report); err != nil {
		return report, fmt.Errorf("expected the retry client's report in JSON as its last line, got %q: %w", lines[last], err)
	}
	return report, nil
}

// command is a program of ours that is told to stop when ctx ends, and killed if it does not.
func (p programs) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(string(p), name), args...)
	cmd.Stderr = os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	return cmd
}
