package scenario

import (
	"testing"
	"time"
)

// direct is no gateway at all: clients reach the origin itself. It shows what the language does by itself.
type direct struct{}

func (direct) Start(_, origin string) (Gateway, error) { return directGateway(origin), nil }

type directGateway string

func (g directGateway) URL() string                        { return "http://" + string(g) }
func (directGateway) Counters() (map[string]uint64, error) { return nil, nil }
func (directGateway) Advance(d time.Duration)              { time.Sleep(d) }
func (directGateway) Log() string                          { return "" }
func (directGateway) Close()                               {}

func TestLanguageWithoutGateway(t *testing.T) { Run(t, "testdata/language", direct{}) }

func TestLedgerFindsBrokenPromises(t *testing.T) {
	once := entry{principal: "alice", tool: "transfer", key: "k1"}
	unkeyed := entry{principal: "alice", tool: "transfer"}
	otherRound := entry{principal: "alice", tool: "transfer", key: "k1", round: `"s1"`}
	for _, test := range []struct {
		name                       string
		ledger                     ledger
		allowUnkeyed, allowRepeats bool
		want                       int
	}{
		{"one execution of each round", ledger{once: {executed: 1}, otherRound: {executed: 1}}, false, false, 0},
		{"refusals before an execution", ledger{once: {executed: 1, refused: 5}}, false, false, 0},
		{"two executions", ledger{once: {executed: 2}}, false, false, 1},
		{"two executions of a later round", ledger{otherRound: {executed: 2}}, false, false, 1},
		{"two executions, allowed", ledger{once: {executed: 2}}, false, true, 0},
		{"no key", ledger{unkeyed: {executed: 1}}, false, false, 1},
		{"no key, allowed", ledger{unkeyed: {executed: 2}}, true, false, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.ledger.violations(test.allowUnkeyed, test.allowRepeats); len(got) != test.want {
				t.Errorf("want %d violations, got %q", test.want, got)
			}
		})
	}
}

func TestBurstCountsTheVMsThatSawAttempts(t *testing.T) {
	before := map[string]uint64{"mcponce.vm.0.attempts": 5, "mcponce.vm.1.attempts": 5}
	for _, test := range []struct {
		name  string
		after map[string]uint64
		want  int
	}{
		{"one VM took all", map[string]uint64{"mcponce.vm.0.attempts": 9, "mcponce.vm.1.attempts": 5}, 1},
		{"both took some", map[string]uint64{"mcponce.vm.0.attempts": 8, "mcponce.vm.1.attempts": 6}, 2},
		{"a VM that is new", map[string]uint64{"mcponce.vm.0.attempts": 8, "mcponce.vm.2.attempts": 1}, 2},
		{"other metrics", map[string]uint64{"mcponce.attempts.outcome.executed": 9}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := vmsThatWorked(before, test.after); got != test.want {
				t.Errorf("want %d, got %d", test.want, got)
			}
		})
	}
}
