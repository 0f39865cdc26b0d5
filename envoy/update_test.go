package envoy

import (
	"testing"
	"time"
)

// What a replaced configuration does to calls in flight. Envoy keeps it for the drain time and cuts it then.

func TestUpdates(t *testing.T) {
	g := startGateway(t, Newest, setting{wasm: Wasm(t), tick: fastTick})
	g.run("calls that the drain time ends", callsThatTheDrainTimeEnds)
	g.run("calls that end within the drain time", callsThatEndWithinTheDrainTime)
	g.run("wake-ups after the first configuration is gone", wakeUpsAfterTheFirstIsGone)
	g.run("wake-ups while the first configuration lives on", wakeUpsWhileTheFirstLivesOn)
	g.run("heartbeats after the first configuration is gone", heartbeatsAfterTheFirstIsGone)
	g.run("wake-ups between old and new VMs", wakeUpsBetweenOldAndNewVMs)
	g.run("a configuration that comes back twice", aConfigurationThatComesBackTwice)
	g.run("another configuration of the VMs", anotherVMConfiguration)
	g.run("another principal", anotherPrincipal)
	g.run("another module", anotherModule)
}

func (g *gatewayUnderTest) run(name string, test func(*gatewayUnderTest)) {
	outer := g.t
	outer.Run(name, func(t *testing.T) {
		g.t = t
		defer func() { g.t = outer }()
		g.origin.hold()
		test(g)
	})
}

func (g *gatewayUnderTest) plain(tick string) setting { return setting{wasm: Wasm(g.t), tick: tick} }

// inFlight starts n calls of a tool, each on a connection of its own.
func (g *gatewayUnderTest) inFlight(n int, tool string) (keys []string, answers []<-chan answer) {
	g.t.Helper()
	before := g.origin.total()
	for range n {
		key := g.key()
		keys = append(keys, key)
		answers = append(answers, dial(g.t, g.URL()).start(tool, key))
	}
	g.awaitExecutions(before, n)
	return keys, answers
}

// inFlightOnBoth starts n calls of a tool on each of the two workers.
func (g *gatewayUnderTest) inFlightOnBoth(n int, tool string) (keys []string) {
	g.t.Helper()
	a, b := g.lines(n)
	before := g.origin.total()
	for _, l := range append(a[:n:n], b[:n]...) {
		key := g.key()
		keys = append(keys, key)
		l.start(tool, key)
	}
	g.awaitExecutions(before, len(keys))
	return keys
}

// retry sends a call for each key through the present configuration.
func (g *gatewayUnderTest) retry(tool string, keys []string) (answers []<-chan answer) {
	g.t.Helper()
	for _, key := range keys {
		answers = append(answers, dial(g.t, g.URL()).start(tool, key))
	}
	return answers
}

// all compares many answers with the one that each is expected to be.
func (g *gatewayUnderTest) all(what string, answers []<-chan answer, expected answer) {
	g.t.Helper()
	got := map[answer]int{}
	for _, a := range answers {
		got[get(g.t, a)]++
	}
	if got[expected] != len(answers) {
		g.t.Errorf("%s: want %d answers %q, got %v", what, len(answers), expected, got)
	}
}

func callsThatTheDrainTimeEnds(g *gatewayUnderTest) {
	inlineKeys, inline := g.inFlight(100, "inline")
	detachedKeys, detached := g.inFlight(100, "detached")
	g.become(g.plain(fastTick))
	inlineWaits, detachedWaits := g.retry("inline", inlineKeys[:20]), g.retry("detached", detachedKeys[:20])
	g.awaitWaiting(40)

	g.drained()
	g.all("inline calls that were cut", inline, cut)
	g.all("detached calls whose clients were cut", detached, cut)
	g.all("attempts that waited for inline calls", inlineWaits, "in_doubt gateway_ended")
	g.all("retries of inline calls", g.retry("inline", inlineKeys), "in_doubt gateway_ended")

	g.origin.release()
	g.all("attempts that waited for detached calls", detachedWaits, replayed)
	g.all("retries of detached calls", g.retry("detached", detachedKeys), replayed)
	g.once(inlineKeys...)
	g.once(detachedKeys...)
}

func callsThatEndWithinTheDrainTime(g *gatewayUnderTest) {
	inlineKeys, inline := g.inFlight(10, "inline")
	detachedKeys, detached := g.inFlight(10, "detached")
	g.become(g.plain(fastTick))
	inlineWaits, detachedWaits := g.retry("inline", inlineKeys), g.retry("detached", detachedKeys)
	g.awaitWaiting(20)

	g.origin.release()
	g.all("inline calls under the old configuration", inline, executed)
	g.all("detached calls under the old configuration", detached, executed)
	g.all("attempts that waited for inline calls", inlineWaits, replayed)
	g.all("attempts that waited for detached calls", detachedWaits, replayed)
	g.once(inlineKeys...)
	g.once(detachedKeys...)
}

func wakeUpsAfterTheFirstIsGone(g *gatewayUnderTest) {
	g.become(g.plain(slowTick))
	a, b := g.lines(2)
	early, late, before := g.key(), g.key(), g.origin.total()
	a[0].start("detached", early)
	g.awaitExecutions(before, 1)
	earlyWaiter := b[0].start("detached", early)
	g.awaitWaiting(1)

	g.drained()
	a[1].start("detached", late)
	g.awaitExecutions(before, 2)
	lateWaiter := b[1].start("detached", late)
	g.awaitWaiting(2)
	g.origin.release()
	want(g.t, earlyWaiter, replayed)
	want(g.t, lateWaiter, replayed)
	g.once(early, late)
}

// The first configuration lives on while its detached calls run, and then the second one takes over. The host still ticks
// the first one, but tells it of no wake-ups.
func wakeUpsWhileTheFirstLivesOn(g *gatewayUnderTest) {
	g.become(g.plain(fastTick))
	keys, _ := g.inFlight(10, "detached")
	g.become(g.plain(slowTick))
	waits := g.retry("detached", keys[:5])
	g.awaitWaiting(5)
	g.drained()
	time.Sleep(500 * time.Millisecond) // two ticks of the first configuration
	waits = append(waits, g.retry("detached", keys[5:])...)
	g.awaitWaiting(10)
	g.origin.release()
	g.all("attempts that waited for calls of the first configuration", waits, replayed)

	g.origin.hold()
	a, b := g.lines(1)
	key, before := g.key(), g.origin.total()
	a[0].start("detached", key)
	g.awaitExecutions(before, 1)
	waiter := b[0].start("detached", key)
	g.awaitWaiting(1)
	g.origin.release()
	want(g.t, waiter, replayed)
	g.once(append(keys, key)...)
}

func heartbeatsAfterTheFirstIsGone(g *gatewayUnderTest) {
	g.become(g.plain(fastTick))
	a, b := g.lines(1)
	key, before := g.key(), g.origin.total()
	first := a[0].start("detached", key)
	g.awaitExecutions(before, 1)
	g.drained()
	time.Sleep(2 * time.Second) // ten periods: an owner is called lost after five without a heartbeat
	second := b[0].start("detached", key)
	g.awaitWaiting(1)
	g.origin.release()
	want(g.t, first, executed)
	want(g.t, second, replayed)
	g.once(key)
}

// A configuration with callouts open is replaced, comes back and is replaced again. Envoy, which keeps done contexts by
// their configuration, forgets the first one's callouts when the second one has some too: no callback ever comes.
func aConfigurationThatComesBackTwice(g *gatewayUnderTest) {
	first := g.plain(fastTick)
	first.timeout = "9s" // longer than both drain times together
	g.become(first)
	version := g.version
	lost := g.inFlightOnBoth(3, "detached")
	g.become(g.plain(fastTick))
	last := g.version
	g.drained()
	g.becomeAgain(version, first)
	g.inFlightOnBoth(1, "detached")
	g.becomeAgain(last, g.plain(fastTick))
	g.drained()
	g.all("retries of calls that the host forgot", g.retry("detached", lost), "in_doubt gateway_ended")
	g.origin.release()
	g.once(lost...)
	g.version = last + 1
}

func anotherPrincipal(g *gatewayUnderTest) {
	g.origin.release()
	key := g.key()
	present := g.plain(fastTick)
	g.become(present)
	want(g.t, g.line().start("inline", key), executed)

	other := present
	other.principal = "x-account"
	if err := g.Update(g.t.Context(), g.options(other)); err != ErrRejected {
		g.t.Errorf("want the configuration rejected, got %v", err)
	}
	want(g.t, g.line().start("inline", key), replayed)

	present.epoch = "2"
	g.become(present)
	want(g.t, g.line().start("inline", key), executed)
	present.epoch = "1"
	g.become(present)
	want(g.t, g.line().start("inline", key), replayed)
}
