package jsonrpc

import (
	"slices"
	"testing"
)

func canonical(t testing.TB, body string) string {
	t.Helper()
	return string(mustParse(t, body).AppendCanonical(nil, 0))
}

func TestCanonicalForm(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"scalars", ` [ true , false , null , 1 , "a" ] `, `[true,false,null,1e0,"a"]`},
		{"empty containers", `[ { } , [ ] ]`, `[{},[]]`},
		{"members sorted", `{"b":1,"a":2,"":3,"aa":4}`, `{"":3e0,"a":2e0,"aa":4e0,"b":1e0}`},
		{"members sorted at every depth", `{"z":{"d":1,"c":[{"f":1,"e":2}]},"y":0}`, `{"y":0,"z":{"c":[{"e":2e0,"f":1e0}],"d":1e0}}`},
		{"names sorted as decoded", `{"b":1,"\u0061":2}`, `{"a":2e0,"b":1e0}`},
		{"names sorted by bytes, not UTF-16", "{\"𝄞\":1,\"\uE000\":2,\"a\":3}", "{\"a\":3e0,\"\uE000\":2e0,\"𝄞\":1e0}"},
		{"NUL in a name sorts after the end", `{"a\u0000":1,"a":2,"a\u0000b":3}`, `{"a":2e0,"a\u0000":1e0,"a\u0000b":3e0}`},
		{"names alike for more than a word", `{"abcdefghB":1,"abcdefghA":2,"abcdefgh":3}`, `{"abcdefgh":3e0,"abcdefghA":2e0,"abcdefghB":1e0}`},
		{"many members", `{"l":0,"k":0,"j":0,"i":0,"h":0,"g":0,"f":0,"e":0,"d":0,"c":0,"b":0,"a":0,"o":0,"n":0,"m":0}`,
			`{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"j":0,"k":0,"l":0,"m":0,"n":0,"o":0}`},
		{"escapes that are needed", `"\"\\\b\f\n\r\t\u0000\u001F"`, `"\"\\\b\f\n\r\t\u0000\u001f"`},
		{"escapes that are not", `"\/\u0041\u007f\u00e9\u2028\ud834\udd1e"`, "\"/A\x7fé\u2028𝄞\""},
		{"short escapes spelt long", `"\u0022\u005c\u0008\u000c\u000a\u000d\u0009"`, `"\"\\\b\f\n\r\t"`},
		{"lone surrogate", `["\uD800","\udFFF"]`, `["\ud800","\udfff"]`},
		{"equal names in document order", `{"b":0,"a":2,"\u0061":1}`, `{"a":2e0,"a":1e0,"b":0}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := canonical(t, c.body); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestSameValueSameForm(t *testing.T) {
	for _, c := range []struct{ name, a, b string }{
		{"member order and white space", `{"a":1,"b":[2]}`, "{ \"b\" : [ 2 ],\n\t\"a\" : 1 }"},
		{"number spelling", `[1,1.0,1e0,10e-1]`, `[10e-1,1e0,1.0,1]`},
		{"sign of zero", `{"a":-0}`, `{"a":0.0}`},
		{"escape spelling", `["A","/","𝄞"]`, `["\u0041","\/","\uD834\uDD1E"]`},
		{"name spelling", `{"name":1}`, `{"n\u0061me":1}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if a, b := canonical(t, c.a), canonical(t, c.b); a != b {
				t.Errorf("got %s and %s", a, b)
			}
		})
	}
}

func TestDifferentValueDifferentForm(t *testing.T) {
	for _, c := range []struct{ name, a, b string }{
		{"integers beyond 2^53", `9007199254740993`, `9007199254740992`},
		{"decimals of one double", `0.1`, `0.10000000000000000555`},
		{"powers beyond every double", `1e400`, `1e401`},
		{"powers too small for a double", `1e-400`, `0`},
		{"exponents beyond the bound", `1e10000000000000000000`, `1e10000000000000000001`},
		{"sign", `1`, `-1`},
		{"array order", `[1,2]`, `[2,1]`},
		{"null and absent", `{"a":null}`, `{}`},
		{"null and empty", `[null]`, `[]`},
		{"empty object and array", `{}`, `[]`},
		{"number and string", `1`, `"1"`},
		{"literal and string", `true`, `"true"`},
		{"case", `{"a":1}`, `{"A":1}`},
		{"normal forms", "[\"\u00e9\"]", "[\"e\u0301\"]"},
		{"nesting", `[[1],2]`, `[[1,2]]`},
		{"names and values swapped", `{"a":"b"}`, `{"b":"a"}`},
		{"quote inside a string", `["a","b"]`, `["a\",\"b"]`},
		{"backslash before an escape", `"\\n"`, `"\n"`},
		{"lone surrogate and replacement", `"\ud800"`, `"\ufffd"`},
		{"two lone surrogates", `{"\ud800":1}`, `{"\ud801":1}`},
		{"trailing space in a string", `"a"`, `"a "`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if a, b := canonical(t, c.a), canonical(t, c.b); a == b {
				t.Errorf("both are %s", a)
			}
		})
	}
}

func TestCanonicalOfAnInnerValueIsAppended(t *testing.T) {
	d := mustParse(t, `{"id":1,"params":{"b":[1],"a":2}}`)
	params, _ := d.Member(0, "params")
	if got, want := string(d.AppendCanonical([]byte("x:"), params)), `x:{"a":2e0,"b":[1e0]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestMembersAreLeftOutAtAnyDepth(t *testing.T) {
	for _, c := range []struct {
		name, body string
		without    []int // which members in document order, however deep, counted from 0
		want       string
	}{
		{"none", `{"b":1,"a":2}`, nil, `{"a":2e0,"b":1e0}`},
		{"one", `{"b":1,"_meta":{"x":1},"a":2}`, []int{1}, `{"a":2e0,"b":1e0}`},
		{"first in order", `{"a":{"z":1},"b":2}`, []int{0}, `{"b":2e0}`},
		{"last in order", `{"a":{"z":1},"b":2}`, []int{2}, `{"a":{"z":1e0}}`},
		{"several", `{"c":3,"a":1,"b":2}`, []int{0, 1}, `{"b":2e0}`},
		{"neighbours", `{"c":3,"a":1,"b":2}`, []int{1, 2}, `{"c":3e0}`},
		{"all", `{"b":1,"a":2}`, []int{0, 1}, `{}`},
		{"deeper", `{"a":{"k":1,"b":[{"k":2,"l":0}]},"k":3}`, []int{3}, `{"a":{"b":[{"l":0}],"k":1e0},"k":3e0}`},
		{"at several depths", `{"z":{"k":1,"b":[{"k":2}]},"k":3}`, []int{1, 3, 4}, `{"z":{"b":[{}]}}`},
		{"one within another", `{"z":{"k":1},"a":3}`, []int{0, 1}, `{"a":3e0}`},
		{"of equal names one", `{"a":1,"a":2}`, []int{0}, `{"a":2e0}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, c.body)
			all := memberNames(d)
			var without []int
			for _, k := range c.without {
				without = append(without, all[k])
			}
			if got := string(d.AppendCanonicalWithout(nil, 0, without)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// memberNames lists the name tokens of all objects, in ascending order.
func memberNames(d *Doc) (names []int) {
	for i := range d.Tokens {
		for name := range d.Members(i) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
