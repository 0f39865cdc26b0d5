package envoy

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"testing"
	"time"
)

// What a restart of the process leaves: nothing, so that a key which does not tell its age is new, and one that does is in
// doubt.

const restartPlugin = `{"paths": ["/mcp"], "principal": {"header": "x-user"}, "callout": {"cluster": "mcp_upstream"}, "skew": "1ms",
	"tools": [{"match": ["timed"], "key": "timed", "execution": "detached"}, {"match": ["inline"], "execution": "inline"},
		{"match": ["*"], "execution": "detached"}]}`

// started runs an Envoy; what its options do not say is put in.
func started(t *testing.T, upstream *origin, o Options) *Process {
	t.Helper()
	binary, err := Binary(Newest)
	if err != nil {
		t.Fatal(err)
	}
	o.Binary, o.Wasm, o.Plugin, o.Upstream, o.Concurrency = binary, Wasm(t), restartPlugin, upstream.address, 2
	p, err := Start(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Stop)
	return p
}

// timedKey is a UUID of version 7 made now (RFC 9562 section 5.7).
func timedKey() string {
	made := fmt.Sprintf("%012x", time.Now().UnixMilli())
	return fmt.Sprintf("%s-%s-7%03x-8%03x-%012x", made[:8], made[8:], rand.Uint32N(1<<12), rand.Uint32N(1<<12), rand.Uint64N(1<<48))
}

func TestRestartForgetsRecordsAndTimedKeysAreNotRunAgain(t *testing.T) {
	upstream := startOrigin(t)
	upstream.release()
	before := started(t, upstream, Options{})
	timed, opaque := timedKey(), "opaque"
	for tool, key := range map[string]string{"timed": timed, "detached": opaque} {
		want(t, dial(t, before.URL()).start(tool, key), executed)
		want(t, dial(t, before.URL()).start(tool, key), replayed)
	}
	before.Stop()

	after := started(t, upstream, Options{})
	want(t, dial(t, after.URL()).start("timed", timed), "in_doubt store_younger")
	want(t, dial(t, after.URL()).start("detached", opaque), executed) // what a restart costs
	want(t, dial(t, after.URL()).start("timed", timedKey()), executed)
	if n, again := upstream.executions(timed), upstream.executions(opaque); n != 1 || again != 2 {
		t.Errorf("%d executions of the timed key, %d of the other; want 1 and 2", n, again)
	}
}

// During a hot restart two processes serve, each with a store of its own.
func TestHotRestartIsARestartOfTheRecords(t *testing.T) {
	upstream := startOrigin(t)
	port := freePort(t)
	onePort := func(config string) (string, error) {
		return strings.Replace(config, "port_value: 0", fmt.Sprintf("port_value: %d", port), 1), nil
	}
	old := started(t, upstream, Options{hot: true, Edit: onePort})
	settled, timed, inline, detached := "settled", timedKey(), "inline", "detached"
	upstream.release()
	want(t, dial(t, old.URL()).start("detached", settled), executed)
	upstream.hold()
	running := map[string]<-chan answer{}
	for tool, key := range map[string]string{"timed": timed, "inline": inline, "detached": detached} {
		running[key] = dial(t, old.URL()).start(tool, key)
	}
	await(t, "three calls that run", func() bool { return upstream.total() == 4 })

	successor := started(t, upstream, Options{hot: true, after: old, Edit: onePort})
	if successor.URL() != old.URL() {
		t.Fatalf("the successor listens at %s; want %s", successor.URL(), old.URL())
	}
	want(t, dial(t, successor.URL()).start("timed", timed), "in_doubt store_younger")
	upstream.release()
	for key, call := range running { // the old process lets them end
		if got := get(t, call); got != executed {
			t.Errorf("%s, in flight during the restart: got %q; want executed", key, got)
		}
	}
	want(t, dial(t, successor.URL()).start("detached", settled), executed) // what a hot restart costs
	want(t, dial(t, successor.URL()).start("timed", timed), "in_doubt store_younger")
	if n := upstream.executions(timed); n != 1 {
		t.Errorf("%d executions of the timed key; want 1", n)
	}
}

// freePort is a port that nobody listens on now.
func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}
