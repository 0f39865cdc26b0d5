package host_test

import (
	"strings"
	"testing"
	"time"

	"mcponce/host"
)

// Calls without a key whose tool's policy is "recover", step by step.

const recoverConfig = `{
	"paths": ["/mcp"],
	"principal": {"header": "x-user"},
	"callout": {"cluster": "mcp_upstream"},
	"defaults": {"key": "recover", "execution": "detached"},
	"tools": [{"match": ["brief"], "wait": "2s"}, {"match": ["inline"], "execution": "inline"}, {"match": ["*"]}]
}`

func recovering(t *testing.T) *bench {
	return scripted(t, plugin(t), func(o *host.Options) { o.Plugin.Configuration = recoverConfig })
}

// unkeyed sends a call of alice's without a key.
func (b *bench) unkeyed(worker int, tool string) *host.Caller {
	return b.unkeyedOf(worker, "alice", tool)
}

func (b *bench) unkeyedOf(worker int, user, tool string) *host.Caller {
	return b.Send(worker, host.Post("/mcp", body(tool), [2]string{"x-user", user}, [2]string{"content-type", "application/json"}))
}

const (
	recoverGrace  = 500 * time.Millisecond
	recoverWindow = 10 * time.Minute
)

// orphan is a call whose client has left, and whose outcome is known.
func (b *bench) orphan(worker int, tool string) {
	b.t.Helper()
	first := b.unkeyed(worker, tool)
	server := b.upstream()
	first.Leave()
	server.Answer(host.JSON(200, executed))
}

func TestAnOutcomeThatNobodyGotIsAdopted(t *testing.T) {
	b := recovering(t)
	b.orphan(0, "pay")
	b.want(b.unkeyed(1, "pay"), "replayed")
	b.nothingUpstream()
}

func TestAnOutcomeIsAdoptedOnce(t *testing.T) {
	b := recovering(t)
	b.orphan(0, "pay")
	b.want(b.unkeyed(1, "pay"), "replayed")
	second := b.unkeyed(1, "pay")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(second, "executed")
}

func TestACallWhoseClientLeftIsWaitedFor(t *testing.T) {
	b := recovering(t)
	first := b.unkeyed(0, "pay")
	server := b.upstream()
	first.Leave()
	joined := b.unkeyed(1, "pay")
	b.Advance(2 * recoverGrace)
	b.nothingUpstream()
	server.Answer(host.JSON(200, executed))
	b.want(joined, "replayed")
}

func TestTwoIdenticalCallsThatAreAnsweredRunTwice(t *testing.T) {
	b := recovering(t)
	for worker := range 2 {
		c := b.unkeyed(worker, "pay")
		b.upstream().Answer(host.JSON(200, executed))
		b.want(c, "executed")
	}
}

func TestAnotherPrincipalsOrphanIsNeverAdopted(t *testing.T) {
	b := recovering(t)
	b.orphan(0, "pay")
	bob := b.unkeyedOf(0, "bob", "pay")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(bob, "executed")
	b.want(b.unkeyed(1, "pay"), "replayed")
}

func TestAnotherToolsOrphanIsNeverAdopted(t *testing.T) {
	b := recovering(t)
	b.orphan(0, "pay")
	other := b.unkeyed(1, "refund")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(other, "executed")
}

func TestTheWindowOfAnOrphanEnds(t *testing.T) {
	b := recovering(t)
	b.orphan(0, "pay")
	b.Advance(recoverWindow + time.Second)
	late := b.unkeyed(1, "pay")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(late, "executed")
}

func TestAnIdenticalCallBesideOneThatIsWaitedForRunsAfterTheGrace(t *testing.T) {
	b := recovering(t)
	first := b.unkeyed(0, "pay")
	server := b.upstream()
	second := b.unkeyed(1, "pay")
	b.Advance(recoverGrace - 100*time.Millisecond)
	b.nothingUpstream()
	b.Advance(300 * time.Millisecond)
	b.upstream().Answer(host.JSON(200, executed))
	b.want(second, "executed")
	server.Answer(host.JSON(200, executed))
	b.want(first, "executed")
}

func TestAClientThatIsFoundGoneWithinTheGraceLeavesItsCall(t *testing.T) {
	b := recovering(t)
	first := b.unkeyed(0, "pay")
	server := b.upstream()
	second := b.unkeyed(1, "pay")
	first.Leave()
	b.Advance(time.Second)
	b.nothingUpstream()
	server.Answer(host.JSON(200, executed))
	b.want(second, "replayed")
}

func TestOfTwoThatJoinAnOrphanOneRunsByItself(t *testing.T) {
	b := recovering(t)
	first := b.unkeyed(0, "pay")
	server := b.upstream()
	first.Leave()
	joiners := []*host.Caller{b.unkeyed(0, "pay"), b.unkeyed(1, "pay")}
	b.Advance(time.Second)
	b.upstream().Answer(host.JSON(200, executed))
	b.nothingUpstream()
	server.Answer(host.JSON(200, executed))
	got := []string{told(joiners[0]), told(joiners[1])}
	if all := strings.Join(got, " "); all != "replayed executed" {
		t.Errorf("got %s; want the first joined, and the second run by itself", all)
	}
}

func TestAJoinerThatLeavesLeavesTheOutcomeToTheNext(t *testing.T) {
	b := recovering(t)
	first := b.unkeyed(0, "pay")
	server := b.upstream()
	first.Leave()
	b.unkeyed(1, "pay").Leave()
	server.Answer(host.JSON(200, executed))
	b.want(b.unkeyed(0, "pay"), "replayed")
	b.nothingUpstream()
}

// Of two identical calls at once the first is answered and the second loses its client: its retry must not run in the place
// that the first has left.
func TestAnOrphanIsFoundBesideAnAnsweredCall(t *testing.T) {
	b := recovering(t)
	first := b.unkeyed(0, "pay")
	server := b.upstream()
	second := b.unkeyed(1, "pay")
	b.Advance(time.Second)
	b.upstream().Answer(host.JSON(200, executed))
	b.want(second, "executed")
	first.Leave()
	server.Answer(host.JSON(200, executed))
	b.orphan(0, "refund")
	b.want(b.unkeyed(1, "pay"), "replayed")
	b.nothingUpstream()

	third := b.unkeyed(0, "order")
	one := b.upstream()
	fourth := b.unkeyed(1, "order")
	b.Advance(time.Second)
	two := b.upstream()
	fourth.Leave()
	two.Answer(host.JSON(200, executed))
	one.Answer(host.JSON(200, executed))
	b.want(third, "executed")
	b.want(b.unkeyed(0, "order"), "replayed")
	b.nothingUpstream()
}

func TestADoubtIsToldOnceAndThenTheCallRuns(t *testing.T) {
	b := recovering(t)
	first := b.unkeyed(0, "pay")
	server := b.upstream()
	first.Leave()
	server.Reset()
	b.want(b.unkeyed(1, "pay"), "in_doubt upstream_reset")
	again := b.unkeyed(1, "pay")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(again, "executed")
}

func TestADoubtThatItsOwnClientWasToldIsNoOrphan(t *testing.T) {
	b := recovering(t)
	first := b.unkeyed(0, "pay")
	b.upstream().Reset()
	b.want(first, "in_doubt upstream_reset")
	again := b.unkeyed(1, "pay")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(again, "executed")
}

// "In progress" is no outcome: whoever is told so may come again and have it.
func TestAJoinerThatWaitedTooLongCanComeAgain(t *testing.T) {
	b := recovering(t)
	first := b.unkeyed(0, "brief")
	server := b.upstream()
	first.Leave()
	joined := b.unkeyed(1, "brief")
	b.Advance(3 * time.Second)
	b.want(joined, "idempotency_key_in_progress")
	server.Answer(host.JSON(200, executed))
	b.want(b.unkeyed(1, "brief"), "replayed")
	b.nothingUpstream()
}

func TestManyIdenticalCallsAtOnceAllRun(t *testing.T) {
	const n = 12 // more than there are places
	b := recovering(t)
	var callers []*host.Caller
	for i := range n {
		callers = append(callers, b.unkeyed(i%2, "pay"))
		b.Advance(time.Second)
	}
	for range n {
		b.upstream().Answer(host.JSON(200, executed))
	}
	for _, c := range callers {
		b.want(c, "executed")
	}
}

func TestNothingIsRecoveredOfAnInlineCall(t *testing.T) {
	b := recovering(t)
	b.unkeyed(0, "inline").Leave()
	if r := b.upstream(); !r.GivenUp {
		t.Error("the request goes on without its client")
	}
	again := b.unkeyed(1, "inline")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(again, "executed")
}

func TestAKeyIsAsGoodAsEverBesideRecover(t *testing.T) {
	b := recovering(t)
	b.orphan(0, "pay")
	keyed := b.call(1, "pay", "k")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(keyed, "executed")
	b.want(b.call(0, "pay", "k"), "replayed")
	b.want(b.unkeyed(1, "pay"), "replayed")
}
