package jsonrpc

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"mcponce/plugin/jsonrpc/jsontest"
)

const megabyte = 1 << 20

// manyMembers returns an object of n members with different names.
func manyMembers(n int, prefix string) string {
	var b strings.Builder
	for k := range n {
		// Out of order; every name once, unless n is a multiple of the prime.
		b.WriteString(`,"` + prefix + strconv.Itoa(k*1009%n) + `":0`)
	}
	return `{` + b.String()[1:] + `}`
}

// hostile returns bodies made to cost: about a megabyte each, valid or not.
func hostile() map[string]string {
	return map[string]string{
		"opening brackets":           strings.Repeat("[", megabyte),
		"opening members":            strings.Repeat(`{"":`, megabyte/4),
		"deep arrays":                strings.Repeat("[", megabyte/2) + strings.Repeat("]", megabyte/2),
		"deep objects":               strings.Repeat(`{"":`, megabyte/5) + `0` + strings.Repeat("}", megabyte/5),
		"members":                    manyMembers(50_000, ""),
		"members alike for long":     manyMembers(20_000, strings.Repeat("a", 40)),
		"members with escaped names": manyMembers(50_000, `\u0061`),
		"members of one name":        `{` + strings.Repeat(`"a":0,`, megabyte/6) + `"a":0}`,
		"small objects":              `[` + strings.Repeat(`{"b":0,"a":0},`, megabyte/14) + `0]`,
		"number":                     strings.Repeat("9", megabyte),
		"exponent":                   `1e` + strings.Repeat("9", megabyte),
		"small numbers":              `[` + strings.Repeat("0,", megabyte/2) + `0]`,
		"name":                       `{"` + strings.Repeat("n", megabyte) + `":0}`,
		"escapes":                    `"` + strings.Repeat(`\n`, megabyte/2) + `"`,
		"unicode escapes":            `"` + strings.Repeat(`\u0000`, megabyte/6) + `"`,
		"escaped name":               `{"` + strings.Repeat(`\ud834\udd1e`, megabyte/12) + `":0}`,
		"halves of pairs":            `"` + strings.Repeat(`\ud834`, megabyte/6) + `"`,
		"white space":                strings.Repeat(" ", megabyte) + `0`,
		"white space only":           strings.Repeat(" ", megabyte),
		"unclosed string":            `"` + strings.Repeat("a", megabyte),
		"other characters":           `"` + strings.Repeat("é", megabyte/2) + `"`,
		"bad byte at the end":        `"` + strings.Repeat("é", megabyte/2) + "\xff\"",
	}
}

// Every step must end, without growing the stack by recursion, and in memory
// proportional to the body: at worst a token, a name or a frame for each byte
// or two.
func TestHostileBodiesTakeBoundedMemory(t *testing.T) {
	for name, body := range hostile() {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			readAll([]byte(body))
			runtime.ReadMemStats(&after)
			if got := (after.TotalAlloc - before.TotalAlloc) / uint64(len(body)); got > 150 {
				t.Errorf("allocated %d bytes for each byte of the body", got)
			}
		})
	}
}

// readAll takes every way through a body.
func readAll(body []byte) {
	Blank(body)
	d, err := Parse(body)
	if err != nil {
		return
	}
	d.Fault(Limits{Depth: megabyte})
	d.Fault(Limits{Depth: 128})
	d.Ambiguous(0, "method", "params")
	d.Member(0, "method")
	d.Text(1 % len(d.Tokens))
	d.TextIs(1%len(d.Tokens), "method")
	d.IntegerID(0)
	d.AppendCanonical(nil, 0)
	d.AppendCanonicalWithout(nil, 0, memberNames(d))
}

func TestManyMembersAreSortedAndChecked(t *testing.T) {
	for name, prefix := range map[string]string{"short": "", "alike": strings.Repeat("a", 40), "escaped": `\u0061`} {
		t.Run(name, func(t *testing.T) {
			body := manyMembers(50_000, prefix)
			d := mustParse(t, body)
			wantFault(t, d.Fault(Limits{Depth: 2}), -1)
			wantFault(t, d.Ambiguous(0), -1)
			if got, want := string(d.AppendCanonical(nil, 0)), jsontest.Canonical(standardValue(t, []byte(body))); got != want {
				t.Error("the form differs from the slow one")
			}
			again := body[:len(body)-1] + `,"` + prefix + `31415":0}`
			wantFault(t, mustParse(t, again).Fault(Limits{Depth: 2}), len(body))
			wantFault(t, mustParse(t, again).Ambiguous(0), len(body))
		})
	}
}
