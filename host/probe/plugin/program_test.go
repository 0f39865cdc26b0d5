package main

import (
	"reflect"
	"testing"
)

func TestProgramIsReadAsClausesOfInstructions(t *testing.T) {
	clauses, err := parse("request_headers: get request_headers :path; return pause | request_body#2: trap | log@end: reply 200 'a; b | c' '' 'x'*3 k='v w'")
	if err != nil {
		t.Fatal(err)
	}
	var got [][]string
	for _, c := range clauses {
		for _, i := range c.instructions {
			got = append(got, append([]string{c.phase}, i.words...))
		}
	}
	want := [][]string{
		{"request_headers", "get", "request_headers", ":path"},
		{"request_headers", "return", "pause"},
		{"request_body", "trap"},
		{"log", "reply", "200", "a; b | c", "", "xxx", "k=v w"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestClauseRunsInTheCallsThatItNames(t *testing.T) {
	for _, c := range []struct {
		head string
		call int
		end  bool
		want bool
	}{
		{"tick", 3, false, true},
		{"tick#3", 3, false, true},
		{"tick#3", 2, false, false},
		{"tick@end", 1, false, false},
		{"tick@end", 1, true, true},
		{"log", 1, true, false},
	} {
		clause, err := parseClause(c.head + ": trap")
		if err != nil {
			t.Fatal(err)
		}
		if got := clause.runs("tick", c.call, c.end); got != c.want {
			t.Errorf("%s in call %d of tick, end %v: got %v, want %v", c.head, c.call, c.end, got, c.want)
		}
	}
}

func TestProgramWithoutAPhaseIsAnError(t *testing.T) {
	for _, program := range []string{"trap", "tick#x: trap"} {
		if _, err := parse(program); err == nil {
			t.Errorf("%q: want an error, got none", program)
		}
	}
}

func TestPairsComeBackAsTheyWere(t *testing.T) {
	for _, pairs := range [][][2]string{{{"a", "1"}, {"a", ""}, {"", "b"}}, {}} {
		if got := unmarshal(marshal(pairs)); !reflect.DeepEqual(got, pairs) {
			t.Errorf("got %q, want %q", got, pairs)
		}
	}
}
