package mcp

import (
	"regexp"
	"strings"
	"testing"
)

// The key header read a second time, by the grammars: an RFC 8941 section 3.3.3 string, or a bare token of visible ASCII
// without the characters that could make it a list, a string or have parameters.
var (
	quotedKey = regexp.MustCompile(`^[ \t]*"((?:[\x20-\x21\x23-\x5B\x5D-\x7E]|\\["\\])*)"[ \t]*$`)
	bareKey   = regexp.MustCompile(`^[ \t]*([\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]{1,255})[ \t]*$`)
	visible   = regexp.MustCompile(`^[\x21-\x7E]{1,255}$`)
)

func slowKey(value string) (key string, ok bool) {
	if m := bareKey.FindStringSubmatch(value); m != nil {
		return m[1], true
	}
	m := quotedKey.FindStringSubmatch(value)
	if m == nil {
		return "", false
	}
	key = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(m[1])
	return key, visible.MatchString(key)
}

func FuzzKeyHeader(f *testing.F) {
	for _, value := range []string{"", "k", `"k"`, ` "k" `, "\tk\t", `"k`, `k"`, `"k";a=1`, "k;a", `"k", "k"`, "a,b", `"a\"b"`, `"a\\"`, `"a\b"`, `"a b"`,
		"a b", `""`, `"`, `"\"`, "é", `"é"`, "a\x00b", "a\nb", `:a:`, "?1", "\"a\x7f\"", strings.Repeat("k", 255), strings.Repeat("k", 256),
		`"` + strings.Repeat(`\"`, 255) + `"`, `"` + strings.Repeat("k", 256) + `"`} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		key, ok := parseKeyHeader(value)
		want, wantOK := slowKey(value)
		if ok != wantOK || ok && key != want {
			t.Fatalf("%q: got %q, %v; want %q, %v", value, key, ok, want, wantOK)
		}
		if !ok {
			return
		}
		if again, ok := parseKeyHeader(SpellKey(key)); !ok || again != key {
			t.Fatalf("%q is spelt %q, which is read as %q, %v", key, SpellKey(key), again, ok)
		}
	})
}
