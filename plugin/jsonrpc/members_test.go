package jsonrpc

import (
	"strings"
	"testing"

	"mcponce/plugin/jsonrpc/jsontest"
)

// Names are compared by eight bytes at once: what follows a shorter name in the
// body must not count, and what follows the eight bytes must.
func TestNamesOfEveryLengthAreToldApart(t *testing.T) {
	const letters = "abcdefghijklmnopqrst"
	for n := 1; n <= len(letters); n++ {
		name := letters[:n]
		different := `{"` + name + `!":1,"` + name + `":2,"` + name + `\u0000":3,"` + name + ` ":4,"` + name[:n-1] + `":5}`
		d := mustParse(t, different)
		wantFault(t, d.Fault(Limits{Depth: 2}), -1)
		if got, want := string(d.AppendCanonical(nil, 0)), jsontest.Canonical(standardValue(t, []byte(different))); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		first := `{"` + name + `":1,`
		for _, again := range []string{`"` + name + `":2}`, `"\u0061` + name[1:] + `" :2}`} {
			wantFault(t, mustParse(t, first+again).Fault(Limits{Depth: 2}), len(first))
			wantFault(t, mustParse(t, first+again).Ambiguous(0), len(first))
		}
	}
}

// Objects of any number of members are sorted alike, however they are sorted.
func TestObjectsOfEverySizeAreSorted(t *testing.T) {
	for n := 1; n <= 3*fewMembers; n++ {
		body := manyMembers(n, "x")
		d := mustParse(t, body)
		wantFault(t, d.Fault(Limits{Depth: 2}), -1)
		if got, want := string(d.AppendCanonical(nil, 0)), jsontest.Canonical(standardValue(t, []byte(body))); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestSiblingsShareTheRoomForTheirMembers(t *testing.T) {
	d := mustParse(t, `[`+strings.Repeat(`{"b":0,"a":0},`, 10_000)+`0]`)
	dst := d.AppendCanonical(nil, 0)
	if n := testing.AllocsPerRun(1, func() { dst = d.AppendCanonical(dst[:0], 0) }); n > 10 {
		t.Errorf("%v allocations", n)
	}
}
