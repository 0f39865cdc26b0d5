package jsonrpc

import (
	"strings"
	"testing"
)

func TestTextIsTheDecodedValue(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, c := range []struct{ name, raw, want string }{
		{"plain", `"abc"`, "abc"},
		{"empty", `""`, ""},
		{"short escapes", `"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"},
		{"unicode escapes", `"\u0041\u00e9\u20AC"`, "Aé€"},
		{"escape at either end", `"\u0041bc\u0064"`, "Abcd"},
		{"surrogate pair", `"\uD834\udd1e"`, "𝄞"},
		{"the same, raw", `"𝄞"`, "𝄞"},
		{"last character", `"\udbff\udfff"`, "\U0010FFFF"},
		{"NUL", `"a\u0000b"`, "a\x00b"},
		{"backslash that looks like an escape", `"\\u0041"`, `\u0041`},
		{"lone high half", `"\ud800"`, "\uFFFD"},
		{"lone low half", `"\udc00x"`, "\uFFFDx"},
		{"halves in the wrong order", `"\udc00\ud800"`, "\uFFFD\uFFFD"},
		{"high half before a pair", `"\ud800\ud834\udd1e"`, "\uFFFD𝄞"},
		{"low half after a letter", `"\u0041\udc00"`, "A\uFFFD"},
		{"two low halves", `"\udc00\udc00"`, "\uFFFD\uFFFD"},
		{"high half before a letter", `"\ud800\u0041"`, "\uFFFDA"},
		{"high half before another escape", `"\ud800\n12345"`, "\uFFFD\n12345"},
		{"high half before what looks like a low one", `"\ud800\\dc00"`, "\uFFFD\\dc00"},
		{"longer than the buffer", `"\u0041` + long + `"`, "A" + long},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, c.raw)
			if got := d.Text(0); got != c.want {
				t.Errorf("Text = %q, want %q", got, c.want)
			}
			if !d.TextIs(0, c.want) {
				t.Errorf("TextIs(%q) is false", c.want)
			}
			for _, other := range []string{c.want + "x", "x" + c.want, "", c.want[:len(c.want)/2], c.raw} {
				if other != c.want && d.TextIs(0, other) {
					t.Errorf("TextIs(%q) is true", other)
				}
			}
		})
	}
}

func TestOnlyStringsHaveText(t *testing.T) {
	d := mustParse(t, `[12,true,{}]`)
	for i := range d.Tokens {
		if d.Text(i) != "" || d.TextIs(i, "") || d.TextIs(i, string(d.Raw(i))) {
			t.Errorf("token %d has a text", i)
		}
	}
}

func TestComparingATextDoesNotAllocate(t *testing.T) {
	d := mustParse(t, `["plain","esc\u0061ped","\u0041`+strings.Repeat("x", 1<<16)+`"]`)
	if n := testing.AllocsPerRun(10, func() {
		for i := 1; i < 4; i++ {
			if d.TextIs(i, "escaped") != (i == 2) {
				t.Errorf("TextIs of token %d is wrong", i)
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
