package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"mcponce/build/wasm"
	"mcponce/host/scenario"
)

var (
	faultsWasm   = sync.OnceValues(func() (string, error) { return wasm.Build("faults.wasm", "faults", "./plugin") })
	serveCommand = sync.OnceValues(buildServe)
)

func buildServe() (path string, err error) {
	root, err := wasm.Root()
	if err != nil {
		return "", err
	}
	path = filepath.Join(root, "build", "bin", "mcponce")
	build := exec.Command("go", "build", "-o", path, "./host/cmd/mcponce")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building ./host/cmd/mcponce: %w\n%s", err, out)
	}
	return path, nil
}

// serveGateway is a scenario.Gateway: a process of mcponce serve.
type serveGateway struct {
	dir     string
	command []string
	running *exec.Cmd
	url     string
}

func startServe(s setting, origin string) (scenario.Gateway, error) {
	command, err := serveCommand()
	if err != nil {
		return nil, err
	}
	plugin, err := faultsWasm()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "mcponce-faults-")
	if err != nil {
		return nil, err
	}
	g := &serveGateway{dir: dir}
	config := filepath.Join(dir, "config.json")
	g.command = []string{command, "serve", "--wasm", plugin, "--config", config, "--upstream", origin, "--workers", "1",
		"--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0"}
	if err = os.WriteFile(config, []byte(s.configuration(1)), 0o600); err == nil {
		err = g.start()
	}
	if err != nil {
		g.Close()
		return nil, err
	}
	return g, nil
}

func (g *serveGateway) start() error {
	log, err := os.Create(g.logFile())
	if err != nil {
		return err
	}
	defer log.Close() // the process has its own descriptor
	g.running = exec.Command(g.command[0], g.command[1:]...)
	g.running.Stderr = log
	out, err := g.running.StdoutPipe()
	if err != nil {
		return err
	}
	if err := g.running.Start(); err != nil {
		return err
	}
	bound := time.AfterFunc(patience, func() { g.running.Process.Kill() })
	defer bound.Stop()
	line, _ := bufio.NewReader(out).ReadString('\n')
	url, found := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !found {
		return fmt.Errorf("mcponce serve: want a line that says where it listens, got %q; its log:\n%s", line, g.Log())
	}
	g.url = url
	return nil
}

func (g *serveGateway) logFile() string { return filepath.Join(g.dir, "log") }

func (g *serveGateway) stop() {
	if g.running != nil && g.running.Process != nil {
		g.running.Process.Kill()
		g.running.Wait()
	}
}

func (g *serveGateway) kill() error {
	g.stop()
	return g.start()
}

// URL implements scenario.Gateway.
func (g *serveGateway) URL() string { return g.url }

// Counters implements scenario.Gateway. Nothing that is played on this gateway looks at them.
func (g *serveGateway) Counters() (map[string]uint64, error) { return nil, nil }

// Advance implements scenario.Gateway.
func (g *serveGateway) Advance(d time.Duration) { time.Sleep(d) }

// Log implements scenario.Gateway.
func (g *serveGateway) Log() string {
	text, err := os.ReadFile(g.logFile())
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Close implements scenario.Gateway.
func (g *serveGateway) Close() {
	g.stop()
	os.RemoveAll(g.dir)
}
