package envoy

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// Options says which Envoy runs what. Every exported field but Edit and Drain is required.
type Options struct {
	Binary      string // path of the Envoy binary, see Binary
	Wasm        string // absolute path of the compiled plugin
	Plugin      string // the plugin's configuration, JSON
	Upstream    string // ip:port of the MCP server
	Concurrency int    // worker threads; each has a VM of its own

	// Edit changes the configuration as it would run, for what is compared with the plugin.
	Edit func(config string) (string, error)

	Drain time.Duration // how long a replaced configuration goes on, in whole seconds; 0: Update cannot replace it

	hot   bool     // another Envoy can take over from this one
	after *Process // the hot one that this one takes over from, on the same port

	loopback bool   // loopback.yaml runs, whose plugin configuration has the cluster mcp_detached for callouts
	unheld   bool   // request headers are not held: what the plugin finds where allow_on_headers_stop_iteration is missing
	vm       string // configuration of the VMs, which the plugin does not read: another text makes new VMs
}

// Process is a running Envoy. It ends with Stop, or (on Linux) with the process that started it.
type Process struct {
	cmd    *exec.Cmd
	dir    string
	url    string
	admin  string
	exited chan struct{} // closed when Envoy has ended
	stop   sync.Once
}

// Start runs Envoy and returns when it serves, which takes seconds: the module is compiled first. When Envoy does not
// start, the error holds the end of its log. ctx bounds the start, not the run.
func Start(ctx context.Context, o Options) (*Process, error) {
	config, err := render(o)
	if err == nil && o.Edit != nil {
		config, err = o.Edit(config)
	}
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "mcponce-envoy-")
	if err != nil {
		return nil, err
	}
	p := &Process{dir: dir, exited: make(chan struct{})}
	if err := p.launch(o, config); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	if err := p.awaitReady(ctx); err != nil {
		err = fmt.Errorf("envoy did not start: %w\nend of its log:\n%s", err, p.LogTail())
		p.Stop()
		return nil, err
	}
	return p, nil
}

func (p *Process) launch(o Options, config string) error {
	args := []string{"-c", filepath.Join(p.dir, "envoy.yaml"),
		"--concurrency", strconv.Itoa(o.Concurrency),
		"--admin-address-path", p.adminAddressFile(),
		"--file-flush-interval-msec", "500", // of the access log
		"--log-level", "warning", "--component-log-level", "wasm:info"}
	restart, err := p.hotRestart(o)
	if err != nil {
		return err
	}
	args = append(args, restart...)
	if o.Drain > 0 {
		args = append(args, "--drain-time-s", strconv.Itoa(int(o.Drain.Seconds())),
			"--service-node", "mcponce", "--service-cluster", "mcponce") // demanded of whoever watches a configuration
		if config, err = p.listenersApart(config); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(p.dir, "envoy.yaml"), []byte(config), 0o600); err != nil {
		return err
	}
	log, err := os.Create(p.Log())
	if err != nil {
		return err
	}
	defer log.Close() // Envoy has its own descriptor
	p.cmd = exec.Command(o.Binary, args...)
	p.cmd.Stdout, p.cmd.Stderr = log, log
	p.cmd.SysProcAttr = dieWithParent()
	if err := p.cmd.Start(); err != nil {
		return fmt.Errorf("starting %s: %w", o.Binary, err)
	}
	go func() {
		p.cmd.Wait()
		close(p.exited)
	}()
	return nil
}

// hotRestart are the arguments that say whether Envoys take over from one another.
func (p *Process) hotRestart(o Options) ([]string, error) {
	switch {
	case o.after != nil:
		id, err := os.ReadFile(o.after.baseIDFile())
		return []string{"--base-id", string(id), "--restart-epoch", "1"}, err
	case o.hot:
		return []string{"--use-dynamic-base-id", "--base-id-path", p.baseIDFile()}, nil
	default:
		return []string{"--disable-hot-restart"}, nil // else two Envoys on one machine share a memory region
	}
}

func (p *Process) baseIDFile() string { return filepath.Join(p.dir, "base-id") }

// URL is the listener's base, http://127.0.0.1:PORT, without a path.
func (p *Process) URL() string { return p.url }

// AdminURL is the base of Envoy's admin interface.
func (p *Process) AdminURL() string { return p.admin }

// PID is Envoy's process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Log is the path of the file that holds Envoy's log and access log, until Stop.
func (p *Process) Log() string { return filepath.Join(p.dir, "envoy.log") }

func (p *Process) adminAddressFile() string { return filepath.Join(p.dir, "admin") }

// Stop kills Envoy, waits for its end and removes its files. Calling it again does nothing.
func (p *Process) Stop() {
	p.stop.Do(func() {
		p.cmd.Process.Kill()
		<-p.exited
		os.RemoveAll(p.dir)
	})
}
