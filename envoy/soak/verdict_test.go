package soak

import "testing"

func TestVerdicts(t *testing.T) {
	outcome := func(receipt string) answer { return answer{kind: kindOutcome, receipt: receipt} }
	told := func(kind string) answer { return answer{kind: kind} }
	for _, c := range []struct {
		name          string
		answers       []answer
		lost          int
		first, second int
		faults        int
	}{
		{"one execution and its outcome", []answer{outcome("1"), outcome("1")}, 0, 1, 0, 0},
		{"a round executed twice", []answer{outcome("1")}, 0, 2, 0, 1},
		{"a later round executed twice", []answer{{kind: kindQuestion, receipt: "1"}, outcome("2")}, 0, 1, 2, 1},
		{"two outcomes of one action", []answer{outcome("1"), outcome("2")}, 0, 1, 0, 1},
		{"a question and then an outcome", []answer{{kind: kindQuestion, receipt: "1"}, outcome("2")}, 0, 1, 1, 0},
		{"an outcome of nothing", []answer{outcome("1")}, 0, 0, 0, 2},
		{"committed, of nothing", []answer{told(kindCommitted)}, 0, 0, 0, 2},
		{"in doubt, executed", []answer{told(kindInDoubt)}, 0, 1, 0, 0},
		{"in doubt, not executed", []answer{told(kindInDoubt)}, 0, 0, 0, 0},
		{"refused by the server", []answer{told(kindRefused)}, 0, 0, 0, 0},
		{"not executed, and nobody was there", nil, 1, 0, 0, 0},
		{"not executed, and nobody was told", nil, 0, 0, 0, 1},
		{"an answer of another kind", []answer{told("store")}, 0, 1, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := faults(&story{answers: c.answers, lost: c.lost}, c.first, c.second); len(got) != c.faults {
				t.Fatalf("got %q; want %d faults", got, c.faults)
			}
		})
	}
}
