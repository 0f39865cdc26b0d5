package main

// A mutation takes one safeguard out of the product. Each of its tests must fail then.
type mutation struct {
	name     string
	file     string
	old, new string // old occurs exactly once in file
	tests    [][]string
}

// native runs the tests of packages without a gateway.
func native(packages ...string) []string { return append([]string{"-count=1"}, packages...) }

// onHost runs a test with the compiled filter on our own host; scenario and waiting run scenario files there by name.
func onHost(test string) []string { return []string{"-count=1", "./host", "-run", test} }

func scenario(configAndFile string) []string {
	return onHost("^TestScenarios$/^workers=2$/" + configAndFile)
}

func waiting(configAndFile string) []string {
	return onHost("^TestWaiters$/^workers=2$/" + configAndFile)
}

var mutations = []mutation{
	{
		name:  "claim without compare-and-swap",
		file:  "plugin/store/local.go",
		old:   "l.data.Set(l.bucketKey(e.id), b.seal(), cas)",
		new:   "l.data.Set(l.bucketKey(e.id), b.seal(), 0*cas)",
		tests: [][]string{native("./plugin/store"), scenario("^inline$/^burst$")},
	},
	{
		name:  "outcome settled by whoever comes",
		file:  "plugin/action/end.go",
		old:   "return (r.State == Pending || r.State == InDoubt) && r.Owner == o",
		new:   "return r.State == Pending || r.State == InDoubt",
		tests: [][]string{native("./plugin/action"), native("./plugin/store")},
	},
	{
		name:  "body written without the slot's compare-and-swap",
		file:  "plugin/store/local.go",
		old:   "stored, err := l.data.Set(slot, value, cas)",
		new:   "stored, err := l.data.Set(slot, value, 0*cas)",
		tests: [][]string{native("./plugin/store")},
	},
	{
		name:  "body replayed without asking whose it is",
		file:  "plugin/store/body.go",
		old:   "readOwner(value[bodyOwnerAt:]) != e.Owner",
		new:   "false",
		tests: [][]string{native("./plugin/store")},
	},
	{
		name:  "conflict only after the outcome is known",
		file:  "plugin/action/decide.go",
		old:   "case r.holdsFingerprint() && r.Fingerprint != a.Fingerprint:",
		new:   "case r.State == Done && r.Fingerprint != a.Fingerprint:",
		tests: [][]string{native("./plugin/action"), scenario("^inline$/^conflict-while-in-flight$")},
	},
	{
		name:  "in doubt claimed again",
		file:  "plugin/action/decide.go",
		old:   "case InDoubt:\n\t\treturn refuse(Unknown, r, a)",
		new:   "case InDoubt:\n\t\treturn claim(r, a, now)",
		tests: [][]string{native("./plugin/action"), scenario("^inline$/^client-leaves-while-the-tool-runs-inline$")},
	},
	{
		name:  "record written only at the stream's end",
		file:  "plugin/gate/answer.go",
		old:   "whole = a.answer.body.Feed(chunk) || end",
		new:   "a.answer.body.Feed(chunk)",
		tests: [][]string{onHost("^TestAnswerIsRecordedBeforeItsEndIsTold$"), scenario("^inline$/^client-leaves-with-the-answer-inline$")},
	},
	{
		name:  "a client that leaves cancels nothing and settles nothing",
		file:  "plugin/gate/ending.go",
		old:   "a.doubt(endReason(details))",
		new:   "_ = details\n\t\ta.release()",
		tests: [][]string{scenario("^inline$/^client-leaves-while-the-tool-runs-inline$")},
	},
	{
		name:  "a gateway's timeout taken for not sent",
		file:  "plugin/gate/envoy.go",
		old:   `case "no_healthy_upstream",`,
		new:   `case "response_timeout", "no_healthy_upstream",`,
		tests: [][]string{native("./plugin/gate"), scenario("^inline-timeout$")},
	},
	{
		name:  "waiters without a wake-up",
		file:  "plugin/gate/waiting.go",
		old:   "_ = proxywasm.EnqueueSharedQueue(queue, id[:])",
		new:   "_ = queue",
		tests: [][]string{waiting("^inline-slow-ticks$/^waiter-gets-the-outcome$")},
	},
	{
		name:  "waiters that are not on record",
		file:  "plugin/action/decide.go",
		old:   "r.Waiters |= 1 << a.Owner.Slot",
		new:   "",
		tests: [][]string{native("./plugin/action"), waiting("^detached-slow-ticks$/^waiter-gets-the-outcome$")},
	},
	{
		name:  "released owner's waiters all claim",
		file:  "plugin/action/decide.go",
		old:   "case Pending:\n\t\treturn join(r, a, now)",
		new:   "case Pending:\n\t\tif a.WaitsFor != (Owner{}) && a.WaitsFor != r.Owner {\n\t\t\treturn claim(r, a, now)\n\t\t}\n\t\treturn join(r, a, now)",
		tests: [][]string{native("./plugin/action"), waiting("^inline$/^first-is-released-while-others-wait$")},
	},
	{
		name:  "lost owner's round given away",
		file:  "plugin/action/decide.go",
		old:   "r, _ = Doubt(r, r.Owner, OwnerLost, now)\n\t\treturn refuse(Unknown, r, a)",
		new:   "return claim(r, a, now)",
		tests: [][]string{native("./plugin/action"), onHost("^TestTrapEndsOneVMAndPutsItsCallsInDoubt$")},
	},
	{
		name:  "heartbeat never missed",
		file:  "plugin/store/roster.go",
		old:   "s.still, s.times = s.still+period, s.times+1",
		new:   "s.still, s.times = 0*period, 0",
		tests: [][]string{native("./plugin/store"), onHost("^TestTrapEndsOneVMAndPutsItsCallsInDoubt$")},
	},
	{
		name:  "panics that end the VM",
		file:  "plugin/abi/recover_wasip1.go",
		old:   "if value := recover(); value != nil {",
		new:   "if value := any(nil); value != nil {",
		tests: [][]string{onHost("^TestPanicInOneStreamLeavesTheVMAlive$/^workers=1$")},
	},
	{
		name:  "no bound on records",
		file:  "plugin/store/usage.go",
		old:   "records > 0 && u.records > l.bounds.Records || ",
		new:   "",
		tests: [][]string{native("./plugin/store")},
	},
	{
		name:  "callouts of a replaced configuration given up",
		file:  "plugin/gate/plugin.go",
		old:   "if p.open > 0 {\n\t\treturn false\n\t}",
		new:   "",
		tests: [][]string{onHost("^TestUpdateCutsWhatIsLeftAfterTheDrainTime$")},
	},
	{
		name:  "queue left with a replaced configuration",
		file:  "plugin/gate/plugin.go",
		old:   "p.vm.handOver()",
		new:   "",
		tests: [][]string{onHost("^TestWakeUpsCome")},
	},
	{
		name:  "forgotten callouts waited for",
		file:  "plugin/gate/vm.go",
		old:   "\t\tvm.giveUp(now)\n",
		new:   "",
		tests: [][]string{onHost("^TestForgottenCalloutsEndInDoubt$")},
	},
	{
		name:  "all waiters answered by one callback",
		file:  "plugin/gate/waiting.go",
		old:   "const releasedAtOnce = 32",
		new:   "const releasedAtOnce = 1 << 20",
		tests: [][]string{onHost("^TestHundredsOfWaitersAreAnsweredAFewAtATime$")},
	},
	{
		name:  "any charset believed to be ASCII's",
		file:  "plugin/mcp/read.go",
		old:   "if foreign(h) {",
		new:   "if foreign(nil) {",
		tests: [][]string{native("./plugin/mcp")},
	},
	{
		name:  "every tool's annotations trusted",
		file:  "plugin/gate/hints.go",
		old:   "trusted := g.tool.Annotations == policy.Trusted",
		new:   "trusted := true",
		tests: [][]string{scenario("^lists-inline$/^annotations-relax-trusted-tools$")},
	},
	{
		name:  "one word enough where several contradict",
		file:  "plugin/mcp/hints.go",
		old:   "return h&other&relaxing | (h|other)&^relaxing",
		new:   "return h | other",
		tests: [][]string{native("./plugin/mcp"), scenario("^lists-inline$/^annotations-in-a-header$")},
	},
	{
		name:  "a list believed at every URL",
		file:  "plugin/mcp/identity.go",
		old:   "digestOf(\"tool\", Namespace(\"\", h), tool)",
		new:   "digestOf(\"tool\", tool)",
		tests: [][]string{scenario("^lists-inline$/^annotations-are-those-of-one-url$")},
	},
	{
		name:  "any answer taken for a list",
		file:  "plugin/mcp/list.go",
		old:   "e.method < 0 || !doc.TextIs(e.method, \"tools/list\")",
		new:   "e.method < 0",
		tests: [][]string{native("./plugin/mcp"), scenario("^lists-inline$/^annotations-that-are-not-learned$")},
	},
	{
		name:  "lists under any status believed",
		file:  "plugin/gate/lists.go",
		old:   "case answer.status < 200 || answer.status > 299:",
		new:   "case answer.status < 0:",
		tests: [][]string{scenario("^lists-inline$/^annotations-that-are-not-learned$")},
	},
	{
		name:  "notes written without compare-and-swap",
		file:  "plugin/store/notes.go",
		old:   "n.data.Set(n.key(l), notes.seal(), cas)",
		new:   "n.data.Set(n.key(l), notes.seal(), 0*cas)",
		tests: [][]string{native("./plugin/store")},
	},
	{
		name:  "a list noted after the client has it",
		file:  "plugin/gate/lists.go",
		old:   "whole = l.answer.body.Feed(chunk) || end",
		new:   "l.answer.body.Feed(chunk)",
		tests: [][]string{onHost("^TestListIsKnownBeforeTheClientHasIt$")},
	},
	{
		name:  "the advertised argument sent to the server",
		file:  "plugin/gate/hints.go",
		old:   "return proxywasm.ReplaceHttpRequestBody(body)",
		new:   "_, _ = proxywasm.ReplaceHttpRequestBody, body\n\treturn nil",
		tests: [][]string{scenario("^lists-detached$/^key-is-advertised$"), onHost("^TestModelThatSends")},
	},
	{
		name:  "a tool's own argument taken for the advertised one",
		file:  "plugin/gate/hints.go",
		old:   "if g.said&mcp.OwnsKey != 0 {",
		new:   "if false {",
		tests: [][]string{scenario("^lists-inline$/^key-is-not-advertised$")},
	},
	{
		name:  "a longer list under its old length",
		file:  "plugin/gate/lists.go",
		old:   "strconv.Itoa(old+more)",
		new:   "strconv.Itoa(old)",
		tests: [][]string{onHost("^TestListThatMayChange")},
	},
	{
		name:  "lists held where headers are not",
		file:  "plugin/gate/lists.go",
		old:   "l.stream.plugin.holds != holdYes",
		new:   "l.stream.plugin.holds == 200",
		tests: [][]string{onHost("^TestWithoutHeldHeaders")},
	},
	{
		name:  "a server that asks kept waiting",
		file:  "plugin/gate/lists.go",
		old:   "case l.answer.body.Asks():",
		new:   "case l.answer == nil:",
		tests: [][]string{onHost("^TestHeldEventsFlow"), scenario("^lists-inline$/^key-is-not-advertised$")},
	},
	{
		name:  "a slow client taken for a gateway that holds no headers",
		file:  "plugin/gate/holding.go",
		old:   "s.letGo && s.vm.host.Monotonic()-s.letGoAt < atOnce",
		new:   "s.letGo",
		tests: [][]string{onHost("^TestSlowClient")},
	},
}
