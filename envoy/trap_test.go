package envoy

import (
	"os"
	"strings"
	"testing"
	"time"
)

// A worker's VM ends with calls in flight: nobody knows what became of them, and nobody ever will. Everybody else is told
// so within seconds, and the gateway starts another VM on that worker.
func TestTrapPutsCallsInFlightInDoubt(t *testing.T) {
	for _, version := range []string{Newest, Oldest} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			trap(startGateway(t, version, setting{wasm: faultsWasm(t), tick: fastTick}))
		})
	}
}

func trap(g *gatewayUnderTest) {
	t, inline, detached := g.t, g.key(), g.key()
	doomed, other := g.lines(9)

	doomed[0].start("inline", inline)
	doomed[1].start("detached", detached)
	g.awaitExecutions(0, 2)
	waits := []<-chan answer{other[0].start("inline", inline), other[1].start("detached", detached)}
	g.awaitWaiting(2)

	want(t, doomed[2].start("inline", g.key(), "x-mcponce-fault: trap@read"), "503")
	log, err := os.ReadFile(g.Log())
	if err != nil || !strings.Contains(string(log), "proxy_on_request_body failed: ") {
		t.Errorf("want a trap of proxy_on_request_body in Envoy's log (%v)", err)
	}
	for _, waiter := range waits {
		want(t, waiter, "in_doubt owner_lost")
	}
	want(t, other[2].start("inline", inline), "in_doubt owner_lost")
	want(t, other[2].start("detached", detached), "in_doubt owner_lost")

	g.origin.release()
	fresh := reloaded(g, doomed[5:])
	want(t, doomed[3].start("inline", inline), "in_doubt owner_lost")
	want(t, doomed[4].start("detached", detached), "in_doubt owner_lost")
	want(t, other[3].start("detached", fresh), replayed)
	g.once(inline, detached, fresh)
}

// reloaded makes calls on a worker whose VM has ended until one succeeds, and returns its key. A request that finds no VM
// has the gateway start one, unless one was tried a moment ago; the gateway closes the connections of those that it refuses.
func reloaded(g *gatewayUnderTest, lines []*line) (key string) {
	g.t.Helper()
	for _, l := range lines {
		key = g.key()
		if get(g.t, l.start("detached", key)) == executed {
			if g.stat("wasm.mcponce.vm_reload_success") == 0 {
				g.t.Error("want the new VM counted as vm_reload_success")
			}
			return key
		}
		time.Sleep(reloadBackoff)
	}
	g.t.Fatalf("none of %d calls succeeded after the trap", len(lines))
	return ""
}

// reloadBackoff is above base_interval in envoy.yaml.
const reloadBackoff = 250 * time.Millisecond
