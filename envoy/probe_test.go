package envoy

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"mcponce/host/probe"
)

// The files of host/probe hold what Envoy does. Here they are held against Envoy itself.

const probes = "../host/probe/testdata"

func TestProbesOnEnvoy140(t *testing.T) { runProbes(t, Newest) }

func TestProbesOnEnvoy136(t *testing.T) { runProbes(t, Oldest) }

func runProbes(t *testing.T, version string) {
	t.Parallel()
	binary, err := Binary(version)
	if err != nil {
		t.Fatal(err)
	}
	wasm := filepath.Join(t.TempDir(), "probe.wasm")
	if err := os.WriteFile(wasm, probe.Wasm(t), 0o600); err != nil {
		t.Fatal(err)
	}
	d := &probeDriver{binary: binary, wasm: wasm, byWorkers: map[int]*probeProcess{}}
	t.Cleanup(d.stop)
	probe.Run(t, probes, d)
}

// probeDriver runs one Envoy for each number of workers, with a listener for each set of options.
type probeDriver struct {
	binary, wasm string
	byWorkers    map[int]*probeProcess
}

// probeProcess is an Envoy whose listeners grow in number.
type probeProcess struct {
	*Process
	wasm    string
	options []probe.Options // of the listeners, in order

	mu   sync.Mutex
	logs []func(level, line string) // of the listeners
	over chan struct{}
	tail sync.WaitGroup

	listenerOf map[string]string // by the words of the VMs
}

func (d *probeDriver) stop() {
	for _, p := range d.byWorkers {
		close(p.over)
		p.tail.Wait()
		p.Stop()
	}
}

func (d *probeDriver) Start(o probe.Options, origin string, log func(level, line string)) (probe.Gateway, error) {
	p := d.byWorkers[o.Workers]
	if p == nil {
		p = &probeProcess{wasm: d.wasm, over: make(chan struct{}), listenerOf: map[string]string{}}
		d.byWorkers[o.Workers] = p
	}
	p.mu.Lock()
	p.options, p.logs = append(p.options, o), append(p.logs, log)
	p.mu.Unlock()
	g := &probeGateway{process: p, number: len(p.options) - 1}
	if p.Process == nil {
		if err := p.start(d.binary, o.Workers, origin); err != nil {
			return nil, err
		}
	} else if err := p.change(); err != nil {
		return nil, err
	}
	return g, g.awaitAddress()
}

// start runs Envoy with its first listener.
func (p *probeProcess) start(binary string, workers int, origin string) error {
	host, port, err := net.SplitHostPort(origin)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "mcponce-probe-")
	if err != nil {
		return err
	}
	p.Process = &Process{dir: dir, exited: make(chan struct{})}
	config := fmt.Sprintf(probeFrame, p.listeners()[0], probe.Cluster, host, port)
	if err := p.launch(Options{Binary: binary, Concurrency: workers, Drain: probe.DrainTime}, config); err != nil {
		return err
	}
	p.tail.Go(p.follow)
	if err := p.awaitReady(context.Background()); err != nil {
		return fmt.Errorf("envoy did not start: %w\n%s", err, p.LogTail())
	}
	return nil
}

func (p *probeProcess) listeners() (all []string) {
	for i, o := range p.options {
		all = append(all, probeListenerOf(probeName(i), p.wasm, o))
	}
	return all
}

func probeName(i int) string { return fmt.Sprintf("listener%d", i) }

// change has Envoy read the listeners again.
func (p *probeProcess) change() error {
	ctx, cancel := context.WithTimeout(context.Background(), updateBound)
	defer cancel()
	before, err := p.Stats(ctx)
	if err != nil {
		return err
	}
	text := "resources:\n"
	for _, listener := range p.listeners() {
		text += "  - \"@type\": type.googleapis.com/envoy.config.listener.v3.Listener\n    " + strings.TrimPrefix(listener, "  - ") + "\n"
	}
	next := p.listenersFile() + ".next"
	if err := os.WriteFile(next, []byte(text), 0o600); err != nil {
		return err
	}
	if err := os.Rename(next, p.listenersFile()); err != nil {
		return err
	}
	if err := p.awaitUpdate(ctx, before); err != ErrRejected {
		return err
	}
	return probe.ErrRejected
}

// wasmLine is what a plugin logs. The names are those of the plugin, of its root and of its VMs; there are none where the
// plugin allocates memory.
var wasmLine = regexp.MustCompile(`^\[[^]]*\]\[\d+\]\[(\w+)\]\[wasm\] \[[^]]*\] wasm log(?: mcponce)*(?: listener(\d+))?: (probe (\w+) .*)$`)

// follow hands the lines of Envoy's log to their listeners as they come.
func (p *probeProcess) follow() {
	file, err := os.Open(p.Log())
	if err != nil {
		return
	}
	defer file.Close()
	var rest []byte
	for buffer := make([]byte, 64<<10); ; {
		n, _ := file.Read(buffer)
		rest = append(rest, buffer[:n]...)
		for {
			line, after, whole := bytes.Cut(rest, []byte("\n"))
			if !whole {
				break
			}
			p.hand(string(line))
			rest = after
		}
		if n > 0 {
			continue
		}
		select {
		case <-p.over:
			return
		case <-time.After(time.Millisecond):
		}
	}
}

func (p *probeProcess) hand(line string) {
	found := wasmLine.FindStringSubmatch(line)
	if found == nil {
		return
	}
	level, listener, text, vm := strings.Replace(found[1], "warning", "warn", 1), found[2], found[3], found[4]
	if listener == "" {
		listener = p.listenerOf[vm]
	}
	p.listenerOf[vm] = listener
	i, err := strconv.Atoi(listener)
	if err != nil {
		return
	}
	p.mu.Lock()
	log := p.logs[i]
	p.mu.Unlock()
	log(level, text)
}

// probeGateway is one listener.
type probeGateway struct {
	process *probeProcess
	number  int
	url     string
}

func (g *probeGateway) URL() string { return g.url }

// Close does nothing: the listeners of an Envoy end with it.
func (g *probeGateway) Close() {}

func (g *probeGateway) Update(configuration string) error {
	before := g.process.options[g.number]
	g.process.options[g.number].Configuration = configuration
	err := g.process.change()
	if err != nil {
		g.process.options[g.number] = before
	}
	return err
}

func (g *probeGateway) awaitAddress() error {
	path := fmt.Sprintf("listener_statuses.#(name==%q).local_address.socket_address", probeName(g.number))
	for bound := time.Now().Add(startBound); time.Now().Before(bound); time.Sleep(pollEvery) {
		statuses, err := g.process.get(context.Background(), "/listeners?format=json")
		if err != nil {
			return err
		}
		if address := gjson.GetBytes(statuses, path); address.Get("port_value").Int() > 0 {
			g.url = fmt.Sprintf("http://%s:%d", address.Get("address"), address.Get("port_value").Int())
			return nil
		}
	}
	return fmt.Errorf("the listener has no address within %v", startBound)
}
