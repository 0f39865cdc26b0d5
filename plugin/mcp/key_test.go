package mcp

import (
	"strings"
	"testing"

	"mcponce/plugin/jsonrpc"
	"mcponce/plugin/policy"
)

// sources are those of the default configuration.
var sources = []policy.KeySource{
	{Kind: policy.KeyHeader, Name: "idempotency-key"},
	{Kind: policy.KeyMeta, Name: "mcponce/idempotency-key"},
	{Kind: policy.KeyMeta, Name: "idempotencyKey"},
	{Kind: policy.KeyParam, Name: "idempotencyKey"},
}

// keyed are headers with values of Idempotency-Key.
func keyed(values ...string) Headers {
	h := sent()
	for _, v := range values {
		h = append(h, [2]string{"idempotency-key", v})
	}
	return h
}

const malformed = "(malformed)" // in place of a key

// checkKey reads a key; "" is none.
func checkKey(t *testing.T, h Headers, body string, from []policy.KeySource, want string) {
	t.Helper()
	key, fault := read(t, h, body).Key(h, from)
	if want == malformed {
		wantFault(t, fault, jsonrpc.CodeKeyMalformed, "7")
		want = ""
	} else if fault != nil {
		t.Errorf("got fault %d: %s", fault.Code, fault.Detail)
	}
	if key != want {
		t.Errorf("got key %q, want %q", key, want)
	}
}

func TestKeyOfAHeader(t *testing.T) {
	long := strings.Repeat("k", 255)
	for _, c := range []struct {
		name   string
		values []string
		want   string
	}{
		{"none", nil, ""},
		{"quoted", []string{`"k-1"`}, "k-1"},
		{"bare", []string{`k-1`}, "k-1"},
		{"white space around", []string{" \t\"k-1\"\t "}, "k-1"},
		{"bare UUID", []string{"8e03978e-40d5-43dd-bc93-6894a57f9324"}, "8e03978e-40d5-43dd-bc93-6894a57f9324"},
		{"every bare character", []string{"!#$%&'()*+-./:<=>?@[]^_`{|}~"}, "!#$%&'()*+-./:<=>?@[]^_`{|}~"},
		{"escaped quote and backslash", []string{`"a\"b\\c"`}, `a"b\c`},
		{"quoted comma and semicolon", []string{`"a,b;c"`}, "a,b;c"},
		{"one character", []string{"k"}, "k"},
		{"255 characters", []string{long}, long},
		{"255 characters in quotes", []string{`"` + long + `"`}, long},
		{"255 escaped characters", []string{`"` + strings.Repeat(`\"`, 255) + `"`}, strings.Repeat(`"`, 255)},
		{"two equal ones", []string{"k", "k"}, "k"},
		{"two equal ones, spelt differently", []string{"k", `"k"`}, "k"},

		{"two different ones", []string{"k", "l"}, malformed},
		{"two of different case", []string{"k", "K"}, malformed},
		{"a good one and an empty one", []string{"k", ""}, malformed},
		{"one split at a comma", []string{`"a`, `b"`}, malformed},
		{"empty", []string{``}, malformed},
		{"white space only", []string{" \t "}, malformed},
		{"empty quotes", []string{`""`}, malformed},
		{"256 characters", []string{long + "k"}, malformed},
		{"256 characters in quotes", []string{`"` + long + `k"`}, malformed},
		{"huge", []string{strings.Repeat("k", 1<<16)}, malformed},
		{"folded list", []string{`"k", "k"`}, malformed},
		{"folded list without a space", []string{`"k","k"`}, malformed},
		{"folded bare list", []string{`k,k`}, malformed},
		{"folded bare list with a space", []string{`k, k`}, malformed},
		{"parameter", []string{`"k";v=1`}, malformed},
		{"parameter of a bare key", []string{`k;v=1`}, malformed},
		{"semicolon at the end", []string{`"k";`}, malformed},
		{"space inside", []string{`a b`}, malformed},
		{"space in quotes", []string{`"a b"`}, malformed},
		{"opening quote alone", []string{`"k`}, malformed},
		{"closing quote alone", []string{`k"`}, malformed},
		{"one quote", []string{`"`}, malformed},
		{"escaped closing quote", []string{`"k\"`}, malformed},
		{"backslash at the end", []string{`"k\`}, malformed},
		{"unknown escape", []string{`"a\b"`}, malformed},
		{"bare backslash", []string{`a\b`}, malformed},
		{"single quotes are part of it", []string{`'k'`}, "'k'"},
		{"byte sequence is a bare key", []string{`:aGk=:`}, ":aGk=:"},
		{"NUL", []string{"a\x00b"}, malformed},
		{"line end", []string{"a\r\nb"}, malformed},
		{"DEL", []string{"a\x7f"}, malformed},
		{"DEL in quotes", []string{"\"a\x7f\""}, malformed},
		{"outside ASCII", []string{"é"}, malformed},
		{"outside ASCII in quotes", []string{`"é"`}, malformed},
		{"hidden payload", []string{`hunter2;`}, malformed},
	} {
		t.Run(c.name, func(t *testing.T) { checkKey(t, keyed(c.values...), base, sources, c.want) })
	}
}

func TestKeyOfTheBodyIsLiteral(t *testing.T) {
	long := strings.Repeat("k", 255)
	for _, c := range []struct{ name, value, want string }{
		{"plain", `"k-1"`, "k-1"},
		{"escaped", `"\u006b-1"`, "k-1"},
		{"quotes are part of it", `"\"k\""`, `"k"`},
		{"comma and semicolon", `"a,b;c"`, "a,b;c"},
		{"backslash", `"a\\b"`, `a\b`},
		{"255 characters", `"` + long + `"`, long},
		{"256 characters", `"` + long + `k"`, malformed},
		{"empty", `""`, malformed},
		{"space around", `" k "`, malformed},
		{"control character", `"a\u0000b"`, malformed},
		{"line end", `"hunter2\n"`, malformed},
		{"outside ASCII", `"é"`, malformed},
		{"null", `null`, malformed},
		{"number", `1`, malformed},
		{"true", `true`, malformed},
		{"object", `{"key":"k"}`, malformed},
		{"array", `["k"]`, malformed},
	} {
		for place, members := range map[string]string{
			"our name in _meta":    `"_meta":{"mcponce/idempotency-key":` + c.value + `}`,
			"common name in _meta": `"_meta":{"progressToken":1,"idempotencyKey":` + c.value + `}`,
			"params":               `"idempotencyKey":` + c.value,
		} {
			t.Run(c.name+" as "+place, func(t *testing.T) { checkKey(t, sent(), withParams(members), sources, c.want) })
		}
	}
}

func TestKeyOfAnotherHeaderIsSpelledAsTheUsualOne(t *testing.T) {
	from := append([]policy.KeySource{{Kind: policy.KeyHeader, Name: "x-idempotency-key"}}, sources...)
	other := func(values ...string) Headers {
		h := keyed("k")
		for _, v := range values {
			h = append(h, [2]string{"x-idempotency-key", v})
		}
		return h
	}
	for _, c := range []struct {
		name    string
		headers Headers
		want    string
	}{
		{"absent", other(), "k"},
		{"equal", other(`"k"`), "k"},
		{"alone", append(sent(), [2]string{"x-idempotency-key", "l"}), "l"},
		{"different", other("l"), malformed},
		{"a list", other("k, k"), malformed},
		{"empty", other(""), malformed},
	} {
		t.Run(c.name, func(t *testing.T) { checkKey(t, c.headers, base, from, c.want) })
	}
}

func TestKeyOfTheArgumentsIsLiteralToo(t *testing.T) {
	at := func(pointer string) []policy.KeySource {
		return append([]policy.KeySource{{Kind: policy.KeyArgument, Name: pointer}}, sources...)
	}
	for _, c := range []struct {
		name, arguments, pointer string
		headers                  Headers
		want                     string
	}{
		{"member", `{"key":"k"}`, "/key", sent(), "k"},
		{"quotes are part of it", `{"key":"\"k\""}`, "/key", sent(), `"k"`},
		{"deep", `{"client":{"keys":["a",{"k/1":"k"}]}}`, "/client/keys/1/k~11", sent(), "k"},
		{"element", `{"keys":["a","k"]}`, "/keys/1", sent(), "k"},
		{"absent", `{}`, "/key", sent(), ""},
		{"absent, in the header", `{}`, "/key", keyed("h"), "h"},
		{"nothing to look in", `{"client":"k"}`, "/client/key", sent(), ""},
		{"past the end", `{"keys":["a"]}`, "/keys/1", sent(), ""},
		{"name of another case", `{"Key":"k"}`, "/key", sent(), ""},
		{"equal to the header", `{"key":"k"}`, "/key", keyed("k"), "k"},
		{"different from the header", `{"key":"k"}`, "/key", keyed("l"), malformed},
		{"null", `{"key":null}`, "/key", sent(), malformed},
		{"null beside a good one", `{"key":null}`, "/key", keyed("k"), malformed},
		{"number", `{"key":1}`, "/key", sent(), malformed},
		{"object", `{"key":{}}`, "/key", sent(), malformed},
		{"empty", `{"key":""}`, "/key", sent(), malformed},
		{"space", `{"key":"a b"}`, "/key", sent(), malformed},
	} {
		t.Run(c.name, func(t *testing.T) { checkKey(t, c.headers, question(c.arguments, ""), at(c.pointer), c.want) })
	}
	checkKey(t, sent(), `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"transfer"}}`, at("/key"), "")
}

func TestSourcesOfTheKeyMustAgree(t *testing.T) {
	const everywhere = `"_meta":{"mcponce/idempotency-key":"k","idempotencyKey":"k"},"idempotencyKey":"k"`
	for _, c := range []struct {
		name    string
		headers Headers
		members string
		want    string
	}{
		{"all equal", keyed("k", `"k"`), everywhere, "k"},
		{"header and _meta differ", keyed("l"), `"_meta":{"mcponce/idempotency-key":"k"}`, malformed},
		{"header and params differ", keyed("l"), `"idempotencyKey":"k"`, malformed},
		{"names in _meta differ", sent(), `"_meta":{"mcponce/idempotency-key":"k","idempotencyKey":"l"}`, malformed},
		{"_meta and params differ", sent(), `"_meta":{"idempotencyKey":"l"},"idempotencyKey":"k"`, malformed},
		{"the last differs from all others", keyed("k"), `"_meta":{"mcponce/idempotency-key":"k","idempotencyKey":"k"},"idempotencyKey":"l"`, malformed},
		{"a quoted header is no literal quote", keyed(`"k"`), `"_meta":{"idempotencyKey":"\"k\""}`, malformed},
		{"a null beside a good key", keyed("k"), `"_meta":{"idempotencyKey":null}`, malformed},
		{"a good key beside a malformed one", keyed(""), `"_meta":{"idempotencyKey":"k"}`, malformed},
		{"_meta that is null has none", keyed("k"), `"_meta":null`, "k"},
		{"a key deeper in _meta is none", sent(), `"_meta":{"a":{"idempotencyKey":"k"}}`, ""},
		{"a name of another case in _meta is another name", sent(), `"_meta":{"IdempotencyKey":"k"}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) { checkKey(t, c.headers, withParams(c.members), sources, c.want) })
	}
}

func TestOnlyConfiguredSourcesAreRead(t *testing.T) {
	h, body := keyed("header"), withParams(`"_meta":{"claudecode/toolUseId":"meta","idempotencyKey":null},"idempotencyKey":"param"`)
	for _, c := range []struct {
		name string
		from []policy.KeySource
		want string
	}{
		{"none", nil, ""},
		{"header", sources[:1], "header"},
		{"member of _meta", []policy.KeySource{{Kind: policy.KeyMeta, Name: "claudecode/toolUseId"}}, "meta"},
		{"member of _meta that is absent", sources[1:2], ""},
		{"params", sources[3:], "param"},
		{"another header", []policy.KeySource{{Kind: policy.KeyHeader, Name: "x-idempotency-key"}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) { checkKey(t, h, body, c.from, c.want) })
	}
}

func TestIDIsNeverTheKey(t *testing.T) {
	checkKey(t, sent(), edit(`"id":7`, `"id":"k-1"`), sources, "")
}

func TestKeyGoesUpstreamAsTheKeyThatWasRead(t *testing.T) {
	check := func(key string) {
		header := SpellKey(key)
		if got, ok := parseKeyHeader(header); !ok || got != key {
			t.Fatalf("%q goes out as %s, which reads as %q, %v", key, header, got, ok)
		}
	}
	for a := byte(0x21); a <= 0x7E; a++ {
		check(string([]byte{a}))
		check(strings.Repeat(string([]byte{a}), 255))
		for b := byte(0x21); b <= 0x7E; b++ {
			check(string([]byte{a, b}))
			check(string([]byte{'k', a, '-', b, 'z'}))
		}
	}
}

func TestKeyGoesUpstreamBareWhereThatIsUnambiguous(t *testing.T) {
	for key, want := range map[string]string{
		"8e03978e-40d5": "8e03978e-40d5",
		"a:b/c=":        "a:b/c=",
		"a,b":           `"a,b"`,
		"a;b":           `"a;b"`,
		`a"b`:           `"a\"b"`,
		`a\b`:           `"a\\b"`,
		`"k"`:           `"\"k\""`,
	} {
		if got := SpellKey(key); got != want {
			t.Errorf("%s goes out as %s, want %s", key, got, want)
		}
	}
}
