package host_test

import (
	"testing"
	"time"

	"mcponce/host"
)

// A worker's VM ends with calls in flight. Its streams that are paused get nothing until the idle timeout, one that gets a
// callback gets 503, and a new VM serves the next one. The other worker learns that nobody knows what became of the calls.
func TestTrapEndsOneVMAndPutsItsCallsInDoubt(t *testing.T) {
	const idle = 10 * time.Minute
	b := start(t, faultsPlugin(t), func(o *host.Options) { o.IdleTimeout = idle })
	doomed, other := b.lines(5)

	inline, detached := doomed[0].call("inline", "a"), doomed[1].call("detached", "b")
	b.awaitExecutions(2)
	waitingInline, waitingDetached := other[0].call("inline", "a"), other[1].call("detached", "b")
	await(t, "two waiters", func() bool { return b.Metrics()["mcponce.waiting"].Value == 2 })

	want(t, doomed[2].call("inline", "c", "x-mcponce-fault: trap@read"), "503")
	want(t, waitingInline, "in_doubt owner_lost")
	want(t, waitingDetached, "in_doubt owner_lost")

	b.release()
	want(t, inline, "503") // its callback was the answer's
	want(t, doomed[3].call("inline", "d"), "executed")
	want(t, doomed[4].call("inline", "a"), "in_doubt owner_lost")
	want(t, other[2].call("inline", "d"), "replayed")
	select {
	case told := <-detached:
		t.Errorf("a paused stream of the VM that ended got %q; want nothing before the idle timeout", told)
	default:
	}
	b.Advance(idle)
	want(t, detached, "503")
}
