package main

import (
	"bufio"
	"context"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// process is a running mcponce serve.
type process struct {
	*exec.Cmd
	url string
	log *bufio.Scanner // of standard error
}

func startProcess(t *testing.T, arguments ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(commandFile(t), append([]string{"serve", "--wasm", filterFile(t),
		"--config", file(t, smallest), "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0"}, arguments...)...)}
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	log, err := p.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() })
	defer p.endAfter(patience).Stop()
	p.log = bufio.NewScanner(log)
	line, err := bufio.NewReader(out).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !ok {
		t.Fatalf("got %q, %v; want a line that says where it listens", line, err)
	}
	p.url = url
	return p
}

// endAfter bounds a wait for what the process writes: its output ends then.
func (p *process) endAfter(d time.Duration) *time.Timer {
	return time.AfterFunc(d, func() { p.Process.Kill() })
}

func (p *process) awaitLog(t *testing.T, part string) {
	t.Helper()
	defer p.endAfter(patience).Stop()
	for p.log.Scan() {
		if strings.Contains(p.log.Text(), part) {
			return
		}
	}
	t.Fatalf("the log ended without %q", part)
}

func TestFirstSignalDrainsAndTheSecondEndsAtOnce(t *testing.T) {
	for name, signal := range map[string]syscall.Signal{"SIGTERM": syscall.SIGTERM, "Ctrl-C": syscall.SIGINT} {
		t.Run(name, func(t *testing.T) {
			server := startOrigin(t)
			p := startProcess(t, "--upstream", server.URL, "--drain", "1h")
			go send(context.Background(), p.url, "k")
			receive(t, server.arrived, "the call")
			p.Process.Signal(signal)
			p.awaitLog(t, "draining")
			ended := make(chan error, 1)
			go func() { ended <- p.Wait() }()
			await(t, "the end of the process", func() bool {
				p.Process.Signal(signal)
				select {
				case <-ended:
					return true
				default:
					return false
				}
			})
			if status := p.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != signal {
				t.Errorf("got %v; want that %v ended it", p.ProcessState, signal)
			}
		})
	}
}

func TestClientThatLeavesHasALineAtOnceAndItsCallOneAtItsEnd(t *testing.T) {
	server := startOrigin(t)
	p := startProcess(t, "--upstream", server.URL)
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		_, err := send(ctx, p.url, "k")
		left <- err
	}()
	receive(t, server.arrived, "the call")
	leave()
	if err := receive(t, left, "the client's end"); err == nil {
		t.Error("got an answer; want none")
	}
	p.awaitLog(t, "carried_on       pay ")
	server.release()
	p.awaitLog(t, "after its client had left")
	p.Process.Signal(syscall.SIGTERM)
	p.awaitLog(t, "drained")
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
}

func TestCommandLineSaysWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct {
		arguments []string
		want      string
	}{
		"unknown flag":    {[]string{"serve", "--upstrea", "127.0.0.1:9"}, `unknown flag --upstrea, did you mean "--upstream"`},
		"no upstream":     {[]string{"serve"}, "missing flags: --upstream=HOST:PORT"},
		"no command":      {nil, `expected one of "serve"`},
		"unknown command": {[]string{"server"}, `unexpected argument server`},
		"not a number":    {[]string{"serve", "--upstream", "127.0.0.1:9", "--workers", "two"}, "--workers: expected a valid 64 bit int but got \"two\""},
		"no config":       {[]string{"serve", "--upstream", "127.0.0.1:9"}, "--config: want the file"},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := exec.Command(commandFile(t), c.arguments...).CombinedOutput()
			if err == nil || !strings.Contains(string(out), c.want) {
				t.Errorf("got %v, %s\nwant %q", err, out, c.want)
			}
		})
	}
}
