package host_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mcponce/host"
	"mcponce/host/shareddata"
)

// What the engine does, played step by step: no network, no waiting.

// scripted runs the filter with two workers on a bench. change varies the options.
func scripted(t *testing.T, wasm []byte, change func(*host.Options)) *bench {
	t.Helper()
	options, err := options(wasm, scriptedConfig, "")
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t}
	options.Workers = 2
	options.Access = func(a host.Access) { b.ended = append(b.ended, a.Details) }
	change(&options)
	b.plugin = options.Plugin
	if b.Bench, err = host.NewBench(context.Background(), options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

type bench struct {
	*host.Bench
	t      *testing.T
	plugin host.Plugin
	ended  []string // the details of streams that have ended
}

// scriptedConfig has a small table, which is swept quickly, and a tick of a second.
var scriptedConfig = strings.Replace(config, `"tick": "200ms"`, `"tick": "1s", "store": {"local": {"records": 1024}}`, 1)

const executed = `{"jsonrpc":"2.0","id":1,"result":{"content":[],"resultType":"complete"}}`

func (b *bench) call(worker int, tool, key string, headers ...[2]string) *host.Caller {
	return b.Send(worker, call(tool, key, headers...))
}

func call(tool, key string, headers ...[2]string) host.Message {
	return host.Post("/mcp", body(tool), append([][2]string{{"x-user", "alice"}, {"content-type", "application/json"},
		{"idempotency-key", key}}, headers...)...)
}

// upstream is the next request at the server.
func (b *bench) upstream() *host.Received {
	b.t.Helper()
	r := b.Upstream()
	if r == nil {
		b.t.Fatal("want a request at the server, there is none")
	}
	return r
}

func (b *bench) nothingUpstream() {
	b.t.Helper()
	if r := b.Upstream(); r != nil {
		b.t.Fatalf("want no request at the server, got %v", r.Message)
	}
}

// told is an answer in the words of the tests with real traffic.
func told(c *host.Caller) string {
	a := c.Answer()
	switch {
	case a.Cut:
		return "cut"
	case a.Status == 0:
		return "nothing"
	}
	return meaning(a.Status, a.Body, slices.Contains(a.Headers, [2]string{"idempotent-replayed", "true"}))
}

func (b *bench) want(c *host.Caller, expected string) {
	b.t.Helper()
	if got := told(c); got != expected {
		b.t.Errorf("got %q (%v); want %q", got, c.Answer(), expected)
	}
}

func TestRetryOnAnotherWorkerGetsTheFirstOutcome(t *testing.T) {
	for _, tool := range []string{"inline", "detached"} {
		t.Run(tool, func(t *testing.T) {
			b := scripted(t, plugin(t), unchanged)
			first := b.call(0, tool, "k")
			b.want(first, "nothing")
			b.upstream().Answer(host.JSON(200, executed))
			b.want(first, "executed")
			b.want(b.call(1, tool, "k"), "replayed")
			b.nothingUpstream()
		})
	}
}

func TestDetachedCallOutlivesItsClient(t *testing.T) {
	b := scripted(t, plugin(t), unchanged)
	first := b.call(0, "detached", "k")
	server := b.upstream()
	first.Leave()
	waiting := b.call(1, "detached", "k")
	if server.GivenUp {
		t.Error("the callout was given up with its client")
	}
	server.Answer(host.JSON(200, executed))
	b.want(waiting, "replayed")
}

func TestInlineCallIsGivenUpWithItsClient(t *testing.T) {
	b := scripted(t, plugin(t), unchanged)
	first := b.call(0, "inline", "k")
	server := b.upstream()
	first.Leave()
	if !server.GivenUp {
		t.Error("the request goes on without its client")
	}
	b.want(b.call(1, "inline", "k"), "in_doubt client_left")
}

// An HTTP/2 server may tell the end of its answer long after the last byte. The client has all that content-length announced by
// then, and may leave: the outcome must be on record before it can.
func TestAnswerIsRecordedBeforeItsEndIsTold(t *testing.T) {
	b := scripted(t, plugin(t), unchanged)
	first := b.call(0, "inline", "k")
	server, answer := b.upstream(), host.JSON(200, executed)
	server.Begin(answer.Headers, false)
	server.Data(answer.Body, false)
	if got := first.Answer().Body; got != executed {
		t.Fatalf("the client has %q; want the whole answer", got)
	}
	first.Leave()
	b.want(b.call(1, "inline", "k"), "replayed")
}

func TestTimePassesOnlyWhenItIsAdvanced(t *testing.T) {
	b := scripted(t, plugin(t), unchanged)
	b.call(0, "inline", "k")
	waiting := b.call(1, "inline", "k")
	b.Advance(30*time.Second - time.Millisecond) // the default of wait
	b.want(waiting, "nothing")
	b.Advance(time.Second)
	b.want(waiting, "idempotency_key_in_progress")
	b.Advance(5 * time.Minute) // the default of tool_timeout
	b.want(b.call(1, "inline", "k"), "in_doubt gateway_timeout")
}

// A worker's VM ends with calls in flight. Its streams that are paused get nothing until the idle timeout, one that gets a
// callback gets 503, and a new VM serves the next one. The other worker learns that nobody knows what became of the calls.
func TestTrapEndsOneVMAndPutsItsCallsInDoubt(t *testing.T) {
	const idle = 10 * time.Minute
	b := scripted(t, faultsPlugin(t), func(o *host.Options) { o.IdleTimeout = idle })
	inline, detached := b.call(0, "inline", "a"), b.call(0, "detached", "b")
	server := b.upstream()
	waitingInline, waitingDetached := b.call(1, "inline", "a"), b.call(1, "detached", "b")

	b.want(b.call(0, "inline", "c", [2]string{"x-mcponce-fault", "trap@read"}), "503")
	b.Advance(10 * time.Second) // of heartbeats
	b.want(waitingInline, "in_doubt owner_lost")
	b.want(waitingDetached, "in_doubt owner_lost")

	server.Answer(host.JSON(200, executed))
	b.want(inline, "503") // its callback was the answer's
	b.upstream()          // the callout's, whose answer nobody waits for
	last := b.call(0, "inline", "d")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(last, "executed")
	b.want(b.call(0, "inline", "a"), "in_doubt owner_lost")
	b.want(b.call(1, "inline", "d"), "replayed")
	b.want(detached, "nothing")
	b.Advance(idle)
	b.want(detached, "503")
}

func TestFailurePolicyAfterATrap(t *testing.T) {
	trap := [2]string{"x-mcponce-fault", "trap@read"}
	for name, c := range map[string]struct {
		policy                 host.FailurePolicy
		crashed, next, another string // what the stream that trapped, the next one and one on the other worker get
	}{
		"reload": {host.FailReload, "503", "executed", "executed"},
		"closed": {host.FailClosed, "503", "503", "executed"},
		"open":   {host.FailOpen, "503", "executed", "executed"},
	} {
		t.Run(name, func(t *testing.T) {
			b := scripted(t, faultsPlugin(t), func(o *host.Options) { o.FailurePolicy = c.policy })
			answered := func(worker int, key string, headers ...[2]string) *host.Caller {
				caller := b.call(worker, "inline", key, headers...)
				if server := b.Upstream(); server != nil {
					server.Answer(host.JSON(200, executed))
				}
				return caller
			}
			b.want(answered(0, "a", trap), c.crashed)
			b.want(answered(0, "b"), c.next)
			b.want(answered(1, "c"), c.another)
			if c.policy == host.FailOpen {
				b.want(answered(0, "b"), "executed") // nothing keeps it from running again
			}
		})
	}
}

func TestDialectsOfSharedData(t *testing.T) {
	t.Run("strict", func(t *testing.T) {
		b := scripted(t, plugin(t), func(o *host.Options) { o.SharedData = shareddata.Strict })
		first := b.call(0, "detached", "k")
		waiting := b.call(1, "detached", "k")
		b.upstream().Answer(host.JSON(200, executed))
		b.want(first, "executed")
		b.want(waiting, "replayed")
	})
	t.Run("none", func(t *testing.T) {
		options, err := options(plugin(t), config, "")
		if err != nil {
			t.Fatal(err)
		}
		options.SharedData = shareddata.None
		b, err := host.NewBench(context.Background(), options)
		if err == nil {
			b.Close()
			t.Fatal("the filter starts without shared data")
		}
		if !strings.Contains(err.Error(), "shared data") {
			t.Errorf("got %v; want it to say what is missing", err)
		}
	})
}

func TestTrailersEndAMessage(t *testing.T) {
	b := scripted(t, plugin(t), unchanged)
	request := call("inline", "k")
	request.Trailers = [][2]string{{"x-sum", "1"}}
	caller := b.Send(0, request)
	server := b.upstream()
	if !server.Whole || len(server.Trailers) != 1 {
		t.Errorf("the server got %v; want the whole request with its trailers", server.Message)
	}
	answer := host.JSON(200, executed)
	answer.Trailers = [][2]string{{"x-sum", "2"}}
	server.Answer(answer)
	if got := caller.Answer(); !got.Whole || len(got.Trailers) != 1 {
		t.Errorf("the client got %v %v; want the whole answer with its trailers", got, got.Trailers)
	}
	b.want(b.call(1, "inline", "k"), "replayed")
}

// The same choices of the schedule give the same run.
func TestScheduleDecidesTheRun(t *testing.T) {
	run := func(seed int) string {
		var trace []string
		b := scripted(t, plugin(t), func(o *host.Options) {
			o.Log = func(_ host.Level, line string) { trace = append(trace, line) }
		})
		b.Schedule(func(ready int) int { seed = seed*1103515245 + 12345; return (seed >> 16 & 0xffff) % ready })
		for i := range 6 {
			b.call(i%2, "detached", fmt.Sprint("k", i%3))
		}
		for r := b.Upstream(); r != nil; r = b.Upstream() {
			r.Answer(host.JSON(200, executed))
		}
		b.Advance(time.Minute)
		return strings.Join(trace, "\n")
	}
	if first, again := run(1), run(1); first != again {
		t.Errorf("two runs differ:\n%s\n\n%s", first, again)
	}
}
