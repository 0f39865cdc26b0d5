package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"mcponce/examples/client"
)

// programs is the folder with the built examples; ledger files are put there too.
type programs string

// build compiles the ledger server, the retry client and mcponce into dir, as anyone would who runs them by hand.
func build(ctx context.Context, dir string) (programs, error) {
	cmd := exec.CommandContext(ctx, "go", "build", "-o", dir+string(filepath.Separator),
		"mcponce/examples/ledger", "mcponce/examples/retry", "mcponce/host/cmd/mcponce")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return programs(dir), nil
}

// running is a program of ours that serves HTTP.
type running struct {
	url  string // http://HOST:PORT
	stop func() // may be called again
}

func (r running) address() string { return strings.TrimPrefix(r.url, "http://") }

// startServer starts a program whose first line of output says where it listens.
func (p programs) startServer(ctx context.Context, stderr io.Writer, name string, args ...string) (running, error) {
	ctx, cancel := context.WithCancel(ctx)
	cmd := p.command(ctx, name, args...)
	cmd.Stderr = stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return running{}, err
	}
	stop := sync.OnceFunc(func() {
		cancel()
		_ = cmd.Wait() // says how it was ended, which is known
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !ok {
		stop()
		return running{}, fmt.Errorf("expected %s to say where it listens, got %q (%v)", name, line, err)
	}
	return running{url, stop}, nil
}

// startLedger starts a ledger server with an empty ledger, on a free port. Its side effects take long enough to cut a call in the middle.
func (p programs) startLedger(ctx context.Context) (running, error) {
	file, err := os.CreateTemp(string(p), "ledger-*.jsonl")
	if err != nil {
		return running{}, err
	}
	file.Close()
	ledger, err := p.startServer(ctx, os.Stderr, "ledger", "-ledger", file.Name(), "-delay", "1s")
	if err != nil {
		return running{}, err
	}
	fmt.Printf("   $ ledger -ledger %s -delay 1s\n", filepath.Base(file.Name()))
	return ledger, nil
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
