package host_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mcponce/host"
)

// What becomes of calls when the gateway's configuration is replaced, step by step.

const drainTime = time.Minute

func draining(o *host.Options) { o.DrainTime = drainTime }

// onlyWakeUps has ticks that come too late for everything: nothing but the wake-up answers who waits.
var onlyWakeUps = strings.Replace(scriptedConfig, `"tick": "1s"`, `"tick": "10m"`, 1)

// another is a configuration that differs and behaves the same.
func another(configuration string) string {
	return strings.Replace(configuration, `"records": 1024`, `"records": 1024, "bytes": "255MiB"`, 1)
}

func (b *bench) update(configuration string) {
	b.t.Helper()
	b.plugin.Configuration = configuration
	if err := b.Update(b.t.Context(), b.plugin); err != nil {
		b.t.Fatal(err)
	}
}

// The drain time of a replaced configuration ends: its streams are cut, and its root is told that it is done. The filter holds
// it back for its callouts, and their outcomes are kept.
func TestUpdateCutsWhatIsLeftAfterTheDrainTime(t *testing.T) {
	b := scripted(t, plugin(t), draining)
	inline, detached := b.call(0, "inline", "a"), b.call(0, "detached", "b")
	servers := []*host.Received{b.upstream(), b.upstream()}
	b.update(another(scriptedConfig))
	b.Advance(drainTime - time.Second)
	waiting := b.call(1, "detached", "b")
	b.want(inline, "nothing")
	b.Advance(time.Second)
	b.want(inline, "cut")
	b.want(detached, "cut")
	const removed = "downstream_local_disconnect(filter_chain_is_being_removed)"
	if want := []string{removed, removed}; !slices.Equal(b.ended[len(b.ended)-2:], want) {
		t.Errorf("got the details %v; want %v at the end", b.ended, want)
	}
	if !servers[0].GivenUp || servers[1].GivenUp {
		t.Errorf("the inline request was given up: %v, the callout: %v; want the first only", servers[0].GivenUp, servers[1].GivenUp)
	}
	b.want(b.call(0, "inline", "a"), "in_doubt gateway_ended")
	servers[1].Answer(host.JSON(200, executed))
	b.want(waiting, "replayed")
}

func TestCallsThatEndWithinTheDrainTimeAreAnswered(t *testing.T) {
	b := scripted(t, plugin(t), draining)
	inline, detached := b.call(0, "inline", "a"), b.call(0, "detached", "b")
	servers := []*host.Received{b.upstream(), b.upstream()}
	b.update(another(scriptedConfig))
	waiting := []*host.Caller{b.call(0, "inline", "a"), b.call(1, "detached", "b")}
	for _, server := range servers {
		server.Answer(host.JSON(200, executed))
	}
	for _, caller := range []*host.Caller{inline, detached} {
		b.want(caller, "executed")
	}
	for _, caller := range waiting {
		b.want(caller, "replayed")
	}
}

func TestWakeUpsComeAfterTheFirstConfigurationIsGone(t *testing.T) {
	b := scripted(t, plugin(t), func(o *host.Options) { draining(o); o.Plugin.Configuration = onlyWakeUps })
	b.call(0, "detached", "early")
	b.upstream().Answer(host.JSON(200, executed))
	b.call(1, "detached", "other") // both VMs have a queue now
	b.upstream().Answer(host.JSON(200, executed))
	b.update(another(onlyWakeUps))
	b.Advance(drainTime)
	b.call(0, "detached", "late")
	waiting := b.call(1, "detached", "late")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(waiting, "replayed")
}

// The first configuration lives on while its detached calls run. The host still ticks it, but tells it of no wake-ups.
func TestWakeUpsComeWhileTheFirstConfigurationLivesOn(t *testing.T) {
	b := scripted(t, plugin(t), draining)
	b.call(0, "detached", "held")
	held := b.upstream()
	b.update(another(onlyWakeUps))
	b.Advance(drainTime + 10*time.Second) // ticks of the first configuration
	waiting := b.call(1, "detached", "held")
	held.Answer(host.JSON(200, executed))
	b.want(waiting, "replayed")
}

// A configuration with callouts open is replaced, comes back and is replaced again. The host, which keeps done contexts by
// their configuration, forgets the first one's callouts when the second one has some too: no callback ever comes.
func TestForgottenCalloutsEndInDoubt(t *testing.T) {
	b := scripted(t, plugin(t), draining)
	b.call(0, "detached", "lost")
	lost := b.upstream()
	b.update(another(scriptedConfig))
	b.Advance(drainTime)
	b.update(scriptedConfig)
	b.Advance(drainTime)
	b.call(0, "detached", "second")
	b.upstream()
	b.update(another(scriptedConfig))
	b.Advance(drainTime)
	if !lost.GivenUp {
		t.Fatal("the host still knows the first callout")
	}
	b.Advance(5 * time.Minute) // the callout's timeout, and some more
	b.want(b.call(1, "detached", "lost"), "in_doubt gateway_ended")
}

// Another module, or another configuration of the VMs, means new VMs: what the old ones had open ends with them. The shared
// data stays.
func TestUpdateToNewVMsEndsTheOldOnes(t *testing.T) {
	b := scripted(t, plugin(t), draining)
	kept := b.call(0, "inline", "kept")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(kept, "executed")
	b.call(0, "detached", "lost")
	server := b.upstream()
	b.plugin.VMConfiguration = "another"
	b.update(scriptedConfig)
	b.Advance(drainTime)
	if !server.GivenUp {
		t.Error("the callout of a VM that is gone goes on")
	}
	b.want(b.call(0, "inline", "kept"), "replayed")
	lost := b.call(1, "detached", "lost")
	b.Advance(10 * time.Second) // of heartbeats
	b.want(lost, "in_doubt owner_lost")
}

func TestUpdateThatTheFilterRefusesChangesNothing(t *testing.T) {
	b := scripted(t, plugin(t), unchanged)
	refused := b.plugin
	refused.Configuration = `{"path": []}`
	if err := b.Update(t.Context(), refused); err == nil || !strings.Contains(err.Error(), "configuration refused: path:") {
		t.Errorf("got %v; want what the filter said", err)
	}
	caller := b.call(0, "inline", "k")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(caller, "executed")
}

// Envoy nests the replies that one callback sends, and its VMs have a small stack.
func TestHundredsOfWaitersAreAnsweredAFewAtATime(t *testing.T) {
	const waiters, atOnce = 200, 32
	b := scripted(t, plugin(t), unchanged)
	b.call(0, "detached", "k")
	var all []*host.Caller
	for range waiters {
		all = append(all, b.call(0, "detached", "k"))
	}
	before, most := len(b.ended), 0
	b.Schedule(func(int) int {
		most = max(most, len(b.ended)-before)
		before = len(b.ended)
		return 0
	})
	b.upstream().Answer(host.JSON(200, executed))
	b.Advance(10 * time.Second)
	for i, caller := range all {
		if got := told(caller); got != "replayed" {
			t.Fatalf("waiter %d got %q; want replayed", i, got)
		}
	}
	if most > atOnce+1 { // and the owner
		t.Errorf("one step ended %d streams; want at most %d", most, atOnce)
	}
}

// The watchdog lets a request go on whose body does not come. What comes then, late, is the client's slowness and no sign that
// the gateway holds no headers.
func TestSlowClientDoesNotMakeTheGatewayLookAsIfItHeldNoHeaders(t *testing.T) {
	b := scripted(t, plugin(t), unchanged)
	slow := call("inline", "k")
	caller := b.Open(0, slow.Headers, false)
	b.Advance(10 * time.Second)
	caller.Data(slow.Body, true)
	b.want(caller, "store headers_not_held")
	b.upstream() // its headers
	next := b.call(0, "inline", "l")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(next, "executed")
}
