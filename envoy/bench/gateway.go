package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"mcponce/envoy"
)

// workers of every gateway.
const workers = 2

// gateway is what clients connect to, with all the processes that serve behind it.
type gateway struct {
	address string // ip:port
	pids    []int
	stop    func()
}

// field is the gateways of a run, and the one upstream of all.
type field struct {
	upstream *server
	gateways map[string]*gateway // by name
}

// stop ends all processes.
func (f *field) stop() {
	for _, g := range f.gateways {
		g.stop()
	}
	f.upstream.stop()
}

// start starts the upstream and the gateways of these names.
func (p paths) start(ctx context.Context, names []string) (*field, error) {
	upstream, err := startSelf(asUpstream)
	if err != nil {
		return nil, err
	}
	f := &field{upstream: upstream, gateways: map[string]*gateway{}}
	for _, name := range names {
		g, err := p.startGateway(ctx, name, upstream.address)
		if err != nil {
			f.stop()
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		g.pids = append(g.pids, upstream.pid)
		f.gateways[name] = g
	}
	return f, nil
}

func (p paths) startGateway(ctx context.Context, name, upstream string) (*gateway, error) {
	options := envoy.Options{Binary: p.envoy, Wasm: p.wasm, Plugin: pluginFor, Upstream: upstream, Concurrency: workers}
	switch name {
	case mcponce:
		return startEnvoy(ctx, options, nil)
	case bare:
		options.Edit = withoutPlugin
		return startEnvoy(ctx, options, nil)
	case sidecar:
		peer, err := startSelf(asSidecar, upstream)
		if err != nil {
			return nil, err
		}
		options.Upstream, options.Edit = peer.address, withoutPlugin
		return startEnvoy(ctx, options, peer)
	case extProc:
		peer, err := startSelf(asExtProc)
		if err != nil {
			return nil, err
		}
		options.Edit = func(config string) (string, error) { return withExtProc(config, peer.address) }
		return startEnvoy(ctx, options, peer)
	case serve:
		return p.startServe(ctx, upstream)
	}
	return nil, fmt.Errorf("no gateway of this name")
}

// startEnvoy takes peer along, which may be nil.
func startEnvoy(ctx context.Context, o envoy.Options, peer *server) (*gateway, error) {
	stopPeer, pids := func() {}, []int(nil)
	if peer != nil {
		stopPeer, pids = peer.stop, []int{peer.pid}
	}
	process, err := envoy.Start(ctx, o)
	if err != nil {
		stopPeer()
		return nil, err
	}
	return &gateway{address: strings.TrimPrefix(process.URL(), "http://"), pids: append(pids, process.PID()),
		stop: func() { process.Stop(); stopPeer() }}, nil
}

// startServe runs mcponce serve.
func (p paths) startServe(ctx context.Context, upstream string) (*gateway, error) {
	dir, err := os.MkdirTemp("", "mcponce-bench-")
	if err != nil {
		return nil, err
	}
	fail := func(err error) (*gateway, error) {
		os.RemoveAll(dir)
		return nil, err
	}
	config := filepath.Join(dir, "mcponce.json")
	if err := os.WriteFile(config, []byte(pluginFor), 0o600); err != nil {
		return fail(err)
	}
	listen, err := freeAddress()
	if err != nil {
		return fail(err)
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return fail(err)
	}
	defer log.Close() // the process has its own descriptor
	command := exec.Command(p.mcponce, "serve", "--upstream", upstream, "--config", config, "--wasm", p.wasm,
		"--listen", listen, "--admin", "127.0.0.1:0", "--workers", fmt.Sprint(workers))
	command.Stdout, command.Stderr = log, log
	process, err := launch(command)
	if err != nil {
		return fail(err)
	}
	g := &gateway{address: listen, pids: []int{process.pid}, stop: func() { process.stop(); os.RemoveAll(dir) }}
	if err := awaitListening(ctx, listen); err != nil {
		text, _ := os.ReadFile(log.Name())
		g.stop()
		return nil, fmt.Errorf("%w; its log: %s", err, text)
	}
	return g, nil
}

// freeAddress is one where nobody listens now.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

// awaitListening waits until somebody accepts connections.
func awaitListening(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 90*time.Second)
	defer cancel()
	for poll := time.NewTicker(20 * time.Millisecond); ; {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-poll.C:
		case <-ctx.Done():
			return fmt.Errorf("nobody listens on %s: %w", address, err)
		}
	}
}
