package policy

import (
	"strings"
	"testing"
)

func TestFaultHasItsPlaceInTheText(t *testing.T) {
	const text = `{
  "paths": ["/mcp", "x"],
  "naïve": 1, "tols": 1,
  "max_request": 1, "max_request": 2,
  "store": {"local": {"records":
    3}},
  "tools": [{"match": ["*"]}, {"match": ["pay"], "retention": "1m"}]
}`
	places := map[string][2]int{
		`paths[1]: want a plain path`: {2, 21},
		`"naïve": unknown field`:      {3, 3},
		`tols: unknown field`:         {3, 16}, // ï is two bytes
		`max_request: duplicate`:      {4, 21},
		`store.local.records: want`:   {6, 5},
		`tools[1].retention: want`:    {7, 63},
		`tools[1].match[0]: unreach`:  {7, 42},
		`principal: want`:             {0, 0},
	}
	_, err := Parse([]byte(text))
	faults := Faults([]byte(text))
	if len(faults) != len(places) || err == nil {
		t.Fatalf("got %v, want %d faults", faults, len(places))
	}
	for i, line := range strings.Split(err.Error(), "\n") {
		if faults[i].Text != line {
			t.Errorf("fault %d: got %q, Parse says %q", i, faults[i].Text, line)
		}
	}
	for _, f := range faults {
		for start, want := range places {
			if strings.HasPrefix(f.Text, start) {
				if got := [2]int{f.Line, f.Column}; got != want {
					t.Errorf("%s: at %v, want %v", f.Text, got, want)
				}
				delete(places, start)
			}
		}
	}
	if len(places) > 0 {
		t.Errorf("not found: %v; got %v", places, faults)
	}
}
