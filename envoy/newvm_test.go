package envoy

// What another configuration of the VMs, or another module, does: new VMs take the place of the old ones, with the same
// store.

func wakeUpsBetweenOldAndNewVMs(g *gatewayUnderTest) {
	old := g.plain(slowTick)
	g.become(old)
	g.drained() // a configuration with fast ticks would take slow heartbeats for lost ones
	oldA, oldB := g.lines(1)
	key, before := g.key(), g.origin.total()
	first := oldA[0].start("detached", key)
	g.awaitExecutions(before, 1)

	old.vm = "other"
	g.become(old)
	newA, newB := g.lines(1)
	second := newA[0].start("detached", key)
	other := g.key()
	third := newB[0].start("detached", other)
	g.awaitExecutions(before, 2)
	fourth := oldB[0].start("detached", other)
	g.awaitWaiting(2)

	g.origin.release()
	want(g.t, first, executed)
	want(g.t, second, replayed)
	want(g.t, third, executed)
	want(g.t, fourth, replayed)
	g.once(key, other)
}

// callsEndWithTheirVM replaces the VMs under calls in flight. Envoy cancels the callouts of a VM that goes, whatever the
// plugin says, so nobody learns the outcome of detached calls either.
func (g *gatewayUnderTest) callsEndWithTheirVM(renewed setting) {
	g.become(g.plain(fastTick))
	g.origin.release()
	settled := g.key()
	want(g.t, g.line().start("detached", settled), executed)
	g.origin.hold()
	inlineKeys, inline := g.inFlight(10, "inline")
	detachedKeys, detached := g.inFlight(10, "detached")

	g.become(renewed)
	waits := g.retry("detached", detachedKeys)
	g.drained()
	g.all("inline calls that were cut", inline, cut)
	g.all("detached calls that were cut", detached, cut)
	g.all("attempts that waited for detached calls", waits, "in_doubt owner_lost")
	g.origin.release()
	g.all("retries of inline calls", g.retry("inline", inlineKeys), "in_doubt gateway_ended")
	g.all("retries of detached calls", g.retry("detached", detachedKeys), "in_doubt owner_lost")
	want(g.t, g.line().start("detached", settled), replayed)
	g.once(inlineKeys...)
	g.once(detachedKeys...)
	g.once(settled)
}

func anotherVMConfiguration(g *gatewayUnderTest) {
	renewed := g.plain(fastTick)
	renewed.vm = "renewed"
	g.callsEndWithTheirVM(renewed)
}

func anotherModule(g *gatewayUnderTest) {
	g.callsEndWithTheirVM(setting{wasm: faultsWasm(g.t), tick: fastTick})
}
