package envoy

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// drainTime is short, since tests wait until it is over, and far above the time in which an update is live.
const drainTime = 3 * time.Second

// gatewayUnderTest is an Envoy with two workers and its origin. Its configuration has versions, told apart by a path of
// their own, and a test that uses it alone may replace it.
type gatewayUnderTest struct {
	*Process
	t       *testing.T
	origin  *origin
	binary  string
	version int
	keys    int
}

// setting is what tests vary of the configuration.
type setting struct {
	wasm      string // path
	tick      string
	principal string // header; "x-user" if not said
	epoch     string // "1" if not said
	vm        string // configuration of the VMs
	timeout   string // of detached calls; "5m" if not said
}

const (
	fastTick = "200ms"
	slowTick = "10m" // nothing but the wake-up answers who waits
)

func startGateway(t *testing.T, version string, s setting) *gatewayUnderTest {
	t.Helper()
	binary, err := Binary(version)
	if err != nil {
		t.Fatal(err)
	}
	g := &gatewayUnderTest{t: t, origin: startOrigin(t), binary: binary, version: 1}
	if g.Process, err = Start(context.Background(), g.options(s)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("log of the gateway:\n%s", g.LogTail())
		}
		g.Stop()
	})
	return g
}

func (g *gatewayUnderTest) options(s setting) Options {
	if s.principal == "" {
		s.principal = "x-user"
	}
	if s.epoch == "" {
		s.epoch = "1"
	}
	if s.timeout == "" {
		s.timeout = "5m"
	}
	return Options{Binary: g.binary, Wasm: s.wasm, Upstream: g.origin.address, Concurrency: 2, Drain: drainTime, vm: s.vm,
		Plugin: fmt.Sprintf(`{
			"paths": ["/mcp", %q], "principal": {"header": %q}, "callout": {"cluster": "mcp_upstream"}, "tick": %q,
			"defaults": {"tool_timeout": %q}, "store": {"epoch": %q}, "tools": [{"match": ["inline"], "execution": "inline"}, {"match": ["detached"], "execution": "detached"}]
		}`, g.versionPath(), s.principal, s.tick, s.timeout, s.epoch)}
}

func (g *gatewayUnderTest) versionPath() string { return fmt.Sprintf("/version/%d", g.version) }

// become replaces the configuration, and returns when new connections see it.
func (g *gatewayUnderTest) become(s setting) {
	g.t.Helper()
	g.version++
	if err := g.Update(context.Background(), g.options(s)); err != nil {
		g.t.Fatal(err)
	}
	g.lines(1)
}

// becomeAgain puts an earlier configuration back, to the letter.
func (g *gatewayUnderTest) becomeAgain(version int, s setting) {
	g.t.Helper()
	g.version = version - 1
	g.become(s)
}

// drained waits until the configurations before the present one are gone, with the plugin contexts that had them.
func (g *gatewayUnderTest) drained() {
	g.t.Helper()
	await(g.t, "the end of the drain time", func() bool { return g.stat("listener_manager.total_filter_chains_draining") == 0 })
	g.lines(1) // the workers were told to drop the old contexts before they accept these
}

func (g *gatewayUnderTest) stat(name string) uint64 {
	g.t.Helper()
	stats, err := g.Stats(context.Background())
	if err != nil {
		g.t.Fatal(err)
	}
	return stats[name]
}

// line connects to the present configuration, and learns which VM serves the connection.
func (g *gatewayUnderTest) line() *line {
	g.t.Helper()
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(pollEvery) {
		before := g.vms()
		l := dial(g.t, g.URL())
		if read(l.post(g.versionPath(), "text/plain", callOf("inline"))) == "media_type" { // the origin knows no such path
			for name, count := range g.vms() {
				if count > before[name] {
					l.vm = name
				}
			}
			return l
		}
		l.conn.Close()
	}
	g.t.Fatalf("version %d of the configuration is not live after %v", g.version, patience)
	return nil
}

// vms are the counters of attempts by VM.
func (g *gatewayUnderTest) vms() map[string]uint64 {
	g.t.Helper()
	stats, err := g.Stats(context.Background())
	if err != nil {
		g.t.Fatal(err)
	}
	vms := map[string]uint64{}
	for name, count := range stats {
		if strings.HasPrefix(name, "wasmcustom.mcponce.vm.") {
			vms[name] = count
		}
	}
	return vms
}

// lines connects to the present configuration, n times to each of the two workers.
func (g *gatewayUnderTest) lines(n int) (a, b []*line) {
	g.t.Helper()
	byVM := map[string][]*line{}
	for range 100 * n {
		l := g.line()
		byVM[l.vm] = append(byVM[l.vm], l)
		var full [][]*line
		for _, lines := range byVM {
			if len(lines) >= n {
				full = append(full, lines)
			}
		}
		if len(full) == 2 {
			return full[0], full[1]
		}
	}
	g.t.Fatalf("want connections to two workers, got %d workers", len(byVM))
	return nil, nil
}

// key is one that no earlier call of this gateway had.
func (g *gatewayUnderTest) key() string {
	g.keys++
	return fmt.Sprintf("key-%d", g.keys)
}

// awaitExecutions waits until the origin has executed n calls more than before.
func (g *gatewayUnderTest) awaitExecutions(before, n int) {
	g.t.Helper()
	await(g.t, fmt.Sprintf("%d executions", n), func() bool { return g.origin.total() == before+n })
}

// awaitWaiting waits until n attempts wait for earlier ones.
func (g *gatewayUnderTest) awaitWaiting(n uint64) {
	g.t.Helper()
	await(g.t, fmt.Sprintf("%d waiting attempts", n), func() bool { return g.stat("wasmcustom.mcponce.waiting") == n })
}

// once fails the test unless every key was executed exactly once.
func (g *gatewayUnderTest) once(keys ...string) {
	g.t.Helper()
	for _, key := range keys {
		if n := g.origin.executions(key); n != 1 {
			g.t.Errorf("want 1 execution of %s, got %d", key, n)
		}
	}
}
