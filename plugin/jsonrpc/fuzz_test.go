package jsonrpc

import (
	"bytes"
	"slices"
	"testing"

	"mcponce/plugin/jsonrpc/jsontest"
)

// seeds are bodies of every kind, good and bad.
func seeds() []string {
	return []string{
		``, ` `, `{}`, `[]`, `0`, `-0`, `""`, `null`, `true`, `false`,
		`{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"pay","arguments":{"amount":1.50}}}`,
		`{"meth\u006fd":"tools\/call","id":"\u0041"}`,
		`[1,1.0,1e0,10e-1,-0,0e5,1e400,0.10000000000000000555,1e999999999999999999999]`,
		`["\ud834\udd1e","𝄞","\ud800","\udc00\ud800","\ud800\u0041","\u2028"]`,
		`{"b":{"d":[{},[]],"c":null},"a":[[[1],2],3],"\u0061b":"\"\\\/\b\f\n\r\t\u0000"}`,
		`{"a":1,"a":2}`, `{"a":1}{"a":2}`, `[1,]`, `{"a":1,}`, `[01]`, `[1.]`, `[.5]`, `[1e]`, `[+1]`, `{a:1}`, `[nul]`, `"\x"`, `"\u00g0"`,
		"\xef\xbb\xbf{}", "{\x00}\x00", "\"\xff\"", "\"caf\xc3\xa9 and more\"", "\"\xed\xa0\x80\"", "\"a\nb\"",
		"\"abcdefg\\nabcdefgh\\\"abcdefghi\"", "[\"abcdefghijk\x1f\"]", `[[[[[[`, `]`, `{"a":[}`,
	}
}

func FuzzParse(f *testing.F) {
	for _, body := range seeds() {
		f.Add([]byte(body))
	}
	var used Doc
	f.Fuzz(func(t *testing.T, body []byte) {
		compareWithStandard(t, body)
		d, err := Parse(body)
		if again := used.Parse(body); (again == nil) != (err == nil) {
			t.Fatalf("%q: in a new Doc %v, in a used one %v", body, err, again)
		}
		if err != nil {
			return
		}
		if !slices.Equal(used.Tokens, d.Tokens) {
			t.Fatalf("%q: a used Doc has other tokens", body)
		}
		checkTape(t, d)
		checkPrefixes(t, d)
		d.Fault(Limits{Depth: 8})
		for i := range d.Tokens {
			d.Ambiguous(i, "method", "params")
			d.IntegerID(i)
			d.Member(i, "a")
			if d.Tokens[i].Kind == String != d.TextIs(i, d.Text(i)) {
				t.Errorf("%q: TextIs of token %d", body, i)
			}
		}
	})
}

// checkPrefixes checks that the beginnings of a message tell no other id than the
// message.
func checkPrefixes(t *testing.T, d *Doc) {
	t.Helper()
	whole := PrefixID(d.Body)
	id, _ := d.Member(0, "id")
	if whole != nil && string(whole) != string(d.Raw(id)) {
		t.Fatalf("%q has the id %q", d.Body, whole)
	}
	for cut := 1; cut < len(d.Body); cut += 1 + len(d.Body)/8 {
		if got := PrefixID(d.Body[:cut]); got != nil && d.Ambiguous(0, "id") == nil && string(got) != string(d.Raw(id)) {
			t.Fatalf("%q has the id %q", d.Body[:cut], got)
		}
	}
}

// checkTape checks that the tokens nest and follow each other as documented.
func checkTape(t *testing.T, d *Doc) {
	t.Helper()
	if int(d.Tokens[0].Next) != len(d.Tokens) {
		t.Fatalf("the outermost value ends at token %d of %d", d.Tokens[0].Next, len(d.Tokens))
	}
	deepest := 0
	var around []int
	for i, token := range d.Tokens {
		for len(around) > 0 && int(d.Tokens[around[len(around)-1]].Next) == i {
			around = around[:len(around)-1]
		}
		deepest = max(deepest, len(around)+1)
		if len(around) > 0 {
			outer := d.Tokens[around[len(around)-1]]
			if token.Start <= outer.Start || token.End >= outer.End || token.Next > outer.Next {
				t.Fatalf("token %d %v is not within %v", i, token, outer)
			}
		}
		if i > 0 && token.Start <= d.Tokens[i-1].Start {
			t.Fatalf("token %d starts before the one before", i)
		}
		switch token.Kind {
		case Object, Array:
			around = append(around, i)
		default:
			if int(token.Next) != i+1 {
				t.Fatalf("scalar %d has Next %d", i, token.Next)
			}
		}
		if token.Kind == String && token.Escaped != bytes.ContainsRune(d.Raw(i), '\\') {
			t.Fatalf("string %s has Escaped %v", d.Raw(i), token.Escaped)
		}
	}
	if d.Depth != deepest {
		t.Fatalf("Depth is %d, the tape's %d", d.Depth, deepest)
	}
}

func FuzzCanonical(f *testing.F) {
	for _, body := range seeds() {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		d, err := Parse(body)
		if err != nil {
			return
		}
		form := d.AppendCanonical(nil, 0)
		again, err := Parse(form)
		if err != nil {
			t.Fatalf("the form of %q is %q: %v", body, form, err)
		}
		if got := again.AppendCanonical(nil, 0); !bytes.Equal(got, form) {
			t.Errorf("the form of form %q is %q", form, got)
		}
		if d.Fault(Limits{Depth: 128}) != nil {
			return
		}
		if want := jsontest.Canonical(standardValue(t, body)); string(form) != want {
			t.Errorf("%q\ngot  %s\nwant %s", body, form, want)
		}
	})
}
