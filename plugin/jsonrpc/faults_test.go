package jsonrpc

import (
	"errors"
	"strings"
	"testing"
)

// wantFault checks that err is a *FaultError at offset, or nil if offset is -1.
func wantFault(t *testing.T, err error, offset int) {
	t.Helper()
	var fault *FaultError
	switch {
	case err == nil && offset < 0:
	case !errors.As(err, &fault):
		t.Errorf("got error %v, want a fault at %d", err, offset)
	case fault.Offset != offset:
		t.Errorf("got %q, want offset %d", fault, offset)
	}
}

func TestFaultIsFoundAnywhere(t *testing.T) {
	for _, c := range []struct {
		name, body string
		offset     int
	}{
		{"clean", `{"a":[1,{"a":"\u00e9"}],"b":{"a":-1.5e+300}}`, -1},
		{"same name in different objects", `[{"a":1},{"a":{"a":2}}]`, -1},
		{"names that start alike", `{"abcdefghi":1,"abcdefgh":2,"abcdefghj":3,"":4,"\u0000":5}`, -1},
		{"names of other case", `{"a":1,"A":2}`, -1},
		{"names of other normal form", "{\"\u00e9\":1,\"e\u0301\":2}", -1},

		{"duplicate member", `{"a":1,"b":2,"a":3}`, 13},
		{"duplicate empty name", `{"":1,"":2}`, 6},
		{"duplicate member with equal values", `{"a":1,"a":1}`, 7},
		{"duplicate member deep down", `{"x":[0,[{"y":{"a":1,"a":2}}]]}`, 21},
		{"duplicate member in the last of many objects", `[{"a":1},{"a":1},{"a":1,"a":1}]`, 24},
		{"duplicate by escape", `{"a":1,"\u0061":2}`, 7},
		{"duplicate by solidus", `{"a/b":1,"a\/b":2}`, 9},
		{"duplicate by surrogate pair", `{"𝄞":1,"\ud834\udd1e":2}`, 10},
		{"duplicate of a long name", `{"abcdefghijkl":1,"x":0,"abcdefghijkl":2}`, 24},

		{"lone surrogate in a value", `{"a":["x\ud800"]}`, 8},
		{"lone surrogate in a name", `{"a":{"\udfffx":1}}`, 7},
		{"low half first", `"\udd1e\ud834"`, 1},
		{"high half after a pair", `"\ud834\udd1e\ud834"`, 13},
		{"backslash before what looks like half", `"\\ud834"`, -1},

		{"exponent at the bound", `[1e999999999999999999,1E-0999999999999999999]`, -1},
		{"exponent beyond the bound", `[0,1e1000000000000000000]`, 3},
		{"negative exponent beyond the bound", `[1.5E-1000000000000000000]`, 1},
		{"exponent of zero beyond the bound", `0e1000000000000000000`, 0},
		{"many digits", `[` + strings.Repeat("1234567890", 100) + `]`, -1},

		{"depth at the limit", strings.Repeat("[", 8) + strings.Repeat("]", 8), -1},
		{"array beyond the limit", `[1,` + strings.Repeat("[", 8) + strings.Repeat("]", 8) + `]`, 10},
		{"member beyond the limit", `[[],` + strings.Repeat(`{"a":`, 7) + `1` + strings.Repeat("}", 7) + `,2]`, 35},
		{"wide, not deep", `[` + strings.Repeat(`[[]],`, 20) + `0]`, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantFault(t, mustParse(t, c.body).Fault(Limits{Depth: 8}), c.offset)
		})
	}
}

func TestAmbiguousMembersOfOneObject(t *testing.T) {
	known := []string{"method", "params", "id", "task"}
	for _, c := range []struct {
		name, body string
		offset     int
	}{
		{"clean", `{"jsonrpc":"2.0","id":1,"method":"m","params":{}}`, -1},
		{"known name spelt with an escape", `{"meth\u006fd":1}`, -1},
		{"known name twice", `{"method":1,"id":2,"method":3}`, 19},
		{"known name twice, by escape", `{"method":1,"\u006dethod":3}`, 12},
		{"other name twice", `{"x":1,"x":2}`, 7},
		{"capital", `{"Method":1}`, 1},
		{"all capitals, by escape", `{"id":1,"P\u0041RAMS":1}`, 8},
		{"beside the right one", `{"method":1,"METHOD":2}`, 12},
		{"Kelvin sign", `{"tas\u212a":1}`, 1},
		{"long s", `{"paramſ":1}`, 1},
		{"dotted capital i", `{"İd":1}`, 1},
		{"dotless i", `{"ıd":1}`, 1},
		{"case of an unknown name", `{"foo":1,"Foo":2}`, -1},
		{"longer than a known name", `{"Methods":1,"IDs":2}`, -1},
		{"shorter than a known name", `{"Metho":1,"I":2,"":3}`, -1},
		{"deeper duplicate", `{"params":{"a":1,"a":2}}`, -1},
		{"deeper case variant", `{"params":{"Method":1}}`, -1},
		{"two lone surrogates, which both read as U+FFFD", `{"\ud800":1,"\udc00":2}`, 12},
		{"no object", `["method","Method"]`, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantFault(t, mustParse(t, c.body).Ambiguous(0, known...), c.offset)
		})
	}
	t.Run("inner object", func(t *testing.T) {
		d := mustParse(t, `{"params":{"name":1,"NAME":2},"params":0}`)
		wantFault(t, d.Ambiguous(2, "name"), 20)
	})
}

func TestFaultErrorSaysWhatToDo(t *testing.T) {
	for body, want := range map[string]string{
		`{"a":1,"a":2}`:               "a second member of the same name at byte 7",
		`["\ud800"]`:                  "half of a surrogate pair at byte 2",
		`[1e1000000000000000000]`:     "an exponent of more than 18 digits at byte 1",
		`[[[1]]]`:                     "a value deeper than 3 at byte 3",
		`{"Name":1,"params":{"a":2}}`: "the member name name in another case at byte 1",
	} {
		d := mustParse(t, body)
		err := d.Fault(Limits{Depth: 3})
		if err == nil {
			err = d.Ambiguous(0, "name")
		}
		want = "expected JSON that all readers read alike, got " + want + ": leave it out"
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %q", body, err, want)
		}
	}
}
