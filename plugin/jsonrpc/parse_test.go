package jsonrpc

import (
	"errors"
	"strings"
	"testing"
)

// mustParse returns the tape of a body that the test takes for granted.
func mustParse(t testing.TB, body string) *Doc {
	t.Helper()
	d, err := Parse([]byte(body))
	if err != nil {
		t.Fatalf("Parse(%.80q): %v", body, err)
	}
	return d
}

func TestOneValueIsAccepted(t *testing.T) {
	for name, body := range map[string]string{
		"empty object":                  `{}`,
		"empty array":                   `[]`,
		"empty string":                  `""`,
		"zero":                          `0`,
		"negative zero":                 `-0`,
		"every part of a number":        `-10.250e+007`,
		"capital exponent":              `1E5`,
		"literal names":                 `[true,false,null]`,
		"white space of every kind":     " \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n",
		"white space in an object":      "{ \"a\" : 1 , \"b\" : { } }",
		"every escape":                  `"\"\\\/\b\f\n\r\t\u0041\uaBcD"`,
		"a lone surrogate":              `"\ud800"`,
		"a name twice":                  `{"a":1,"a":2}`,
		"an empty name":                 `{"":1}`,
		"characters outside ASCII":      `{"é":"𝄞 – \u2028"}`,
		"DEL in a string":               "\"\x7f\"",
		"an exponent nobody can expand": `1e999999999999999999999`,
		"nesting 5000 deep":             strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
		"mixed nesting":                 strings.Repeat(`{"a":[`, 300) + `1` + strings.Repeat(`]}`, 300),
	} {
		t.Run(name, func(t *testing.T) {
			mustParse(t, body)
		})
	}
}

func TestWhatIsNotOneValueIsRefused(t *testing.T) {
	for _, c := range []struct {
		name, body string
		reason     Reason
		offset     int
	}{
		{"nothing", ``, Grammar, 0},
		{"white space only", " \n", Grammar, 2},
		{"other white space", "\v1", Grammar, 0},
		{"NaN", `NaN`, Grammar, 0},
		{"infinity", `[-Infinity]`, Grammar, 2},
		{"leading zero", `[01]`, Grammar, 2},
		{"leading zero after the sign", `[-01]`, Grammar, 3},
		{"leading plus", `+1`, Grammar, 0},
		{"leading point", `.5`, Grammar, 0},
		{"trailing point", `[5.]`, Grammar, 3},
		{"sign without digits", `-`, Grammar, 1},
		{"exponent without digits", `[1e]`, Grammar, 3},
		{"exponent sign without digits", `1e+`, Grammar, 3},
		{"hexadecimal number", `[0x10]`, Grammar, 2},
		{"trailing comma in an array", `[1,]`, Grammar, 3},
		{"trailing comma in an object", `{"a":1,}`, Grammar, 7},
		{"comma without a value before", `[,1]`, Grammar, 1},
		{"two commas", `[1,,2]`, Grammar, 3},
		{"no comma", `[1 2]`, Grammar, 3},
		{"comment", `{/* */}`, Grammar, 1},
		{"line comment", "[1 // one\n]", Grammar, 3},
		{"name without quotes", `{a:1}`, Grammar, 1},
		{"single quotes", `{'a':1}`, Grammar, 1},
		{"name that is no string", `{1:1}`, Grammar, 1},
		{"name that is an object", `{{}:1}`, Grammar, 1},
		{"name without a value", `{"a"}`, Grammar, 4},
		{"name and colon without a value", `{"a":}`, Grammar, 5},
		{"two colons", `{"a"::1}`, Grammar, 5},
		{"colon in an array", `["a":1]`, Grammar, 4},
		{"member without a comma", `{"a":1 "b":2}`, Grammar, 7},
		{"array closed by a brace", `[1}`, Grammar, 2},
		{"object closed by a bracket", `{"a":1]`, Grammar, 6},
		{"empty object closed by a bracket", `{]`, Grammar, 1},
		{"bracket before any value", `]`, Grammar, 0},
		{"unclosed array", `[1`, Grammar, 2},
		{"unclosed object", `{"a":1`, Grammar, 6},
		{"unclosed nothing", `[[`, Grammar, 2},
		{"unclosed string", `"abc`, Grammar, 4},
		{"unclosed string longer than a word", `"abcdefghijkl`, Grammar, 13},
		{"string that ends in a backslash", `"abc\"`, Grammar, 6},
		{"backslash at the end", `"abc\`, Grammar, 5},
		{"unknown escape", `"\x41"`, Grammar, 2},
		{"capital escape", `"\N"`, Grammar, 2},
		{"short unicode escape", `"\u00g0"`, Grammar, 5},
		{"unclosed unicode escape", `"\u00`, Grammar, 5},
		{"line feed in a string", "\"a\nb\"", Grammar, 2},
		{"NUL in a string", "\"abc\x00\"", Grammar, 4},
		{"NUL after a value", "[1\x00]", Grammar, 2},
		{"last control character in a word", "\"abcdefgh\x1fijk\"", Grammar, 9},
		{"misspelt literal", `[nul]`, Grammar, 4},
		{"capital literal", `True`, Grammar, 0},
		{"cut literal", `tru`, Grammar, 3},
		{"non-breaking space", "[\u00a01]", Grammar, 1},

		{"two objects", `{"a":1}{"b":2}`, Trailing, 7},
		{"two values and white space", "1 \n2", Trailing, 3},
		{"garbage after a value", `{} x`, Trailing, 3},
		{"closing bracket after a value", `{}}`, Trailing, 2},
		{"comma after a value", `1,`, Trailing, 1},
		{"literal longer than its name", `nullx`, Trailing, 4},
		{"NUL after the value", "{}\x00", Trailing, 2},

		{"byte order mark", "\xef\xbb\xbf{}", Encoding, 0},
		{"UTF-16, big-endian, marked", "\xfe\xff\x00{\x00}", Encoding, 0},
		{"UTF-16, little-endian, marked", "\xff\xfe{\x00}\x00", Encoding, 0},
		{"UTF-16, big-endian", "\x00{\x00}", Encoding, 0},
		{"UTF-16, little-endian", "{\x00}\x00", Encoding, 0},
		{"UTF-32, big-endian", "\x00\x00\x00{\x00\x00\x00}", Encoding, 0},
		{"UTF-32, little-endian", "{\x00\x00\x00}\x00\x00\x00", Encoding, 0},
		{"Latin-1", "{\"caf\xe9\":1}", Encoding, 5},
		{"overlong slash", "\"abc\xc0\xaf\"", Encoding, 4},
		{"surrogate as bytes", "\"\xed\xa0\x80\"", Encoding, 1},
		{"beyond Unicode", "\"\xf4\x90\x80\x80\"", Encoding, 1},
		{"stray continuation byte in a word", "\"abcdefghijk\x80lmnopqrstu\"", Encoding, 12},
		{"sequence cut by the quote", "\"\xe2\x82\"", Encoding, 1},
		{"bad byte outside strings", "[1\xff]", Encoding, 2},
		{"bad byte after bad grammar", "[1 2,\"\xff\"]", Encoding, 6},
		{"bad byte after the value", "{}\xff", Encoding, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse([]byte(c.body))
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("got error %v, want a *SyntaxError", err)
			}
			if syntax.Reason != c.reason || syntax.Offset != c.offset {
				t.Errorf("got reason %d at %d, want %d at %d", syntax.Reason, syntax.Offset, c.reason, c.offset)
			}
		})
	}
}

// A string is read in words of eight bytes: whatever ends or breaks it must be
// seen at every place of a word, and near the end of the body.
func TestEveryByteOfAStringIsSeenAtEveryPlace(t *testing.T) {
	for before := range 20 {
		for after := range 20 {
			for c := range 0x100 {
				body := `"` + strings.Repeat("a", before) + string([]byte{byte(c)}) + strings.Repeat("z", after) + `"`
				_, err := Parse([]byte(body))
				plain := c >= ' ' && c < 0x80 && c != '"' && c != '\\'
				if (err == nil) != plain {
					t.Fatalf("Parse(%q): %v", body, err)
				}
			}
		}
	}
}

func TestBlankIsEmptyOrJSONWhiteSpace(t *testing.T) {
	for body, want := range map[string]bool{
		"": true, " \t\r\n": true, "\v": false, " {}": false, "\u00a0": false, "\x00": false,
	} {
		if got := Blank([]byte(body)); got != want {
			t.Errorf("Blank(%q) = %v", body, got)
		}
	}
}

func TestSyntaxErrorSaysWhatToDo(t *testing.T) {
	for reason, want := range map[Reason]string{
		Grammar:  "expected JSON (RFC 8259), but its grammar breaks at byte 7: correct the body",
		Encoding: "expected UTF-8 without byte order mark, got another byte at byte 7: encode the body in UTF-8",
		Trailing: "expected one JSON value, got more at byte 7: send one value in a body",
	} {
		if got := (&SyntaxError{7, reason}).Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
