package policy

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func governing(t *testing.T, patterns string) *Config {
	t.Helper()
	return parse(t, `{"paths": `+patterns+`, "anonymous": "shared", "tools": [{"match": ["*"]}]}`)
}

func TestPathIsGovernedHoweverItIsSpelled(t *testing.T) {
	c := governing(t, `["/mcp"]`)
	for name, path := range map[string]string{
		"plain":                                "/mcp",
		"query":                                "/mcp?session=1",
		"query with a path":                    "/mcp?/../x",
		"case":                                 "/MCP",
		"trailing slash":                       "/mcp/",
		"trailing slashes and query":           "/mcp//?x",
		"repeated slashes":                     "//mcp",
		"escape":                               "/m%63p",
		"escape of a capital":                  "/m%43p",
		"escaped slash":                        "%2Fmcp",
		"escape of an escape":                  "/m%2563p",
		"escape in parts":                      "/m%%36%33p",
		"parameter":                            "/mcp;v=1",
		"parameter before a slash":             "/mcp;v=1/",
		"escaped parameter":                    "/mcp%3Bv=1",
		"parameter with an escaped slash":      "/mcp;%2Fx",
		"dot":                                  "/./mcp/.",
		"dots":                                 "/x/../mcp",
		"dots above the root":                  "/../../mcp",
		"escaped dots":                         "/x/%2e%2E/mcp",
		"dots with a parameter":                "/x/..;/mcp",
		"dots that only a strict reader takes": "/mcp/..;x/..",
		"dots resolved before decoding":        "/mcp/%2e%2e/..",
		"dots resolved before slashes are merged":    "/mcp//..",
		"escape, then dots, then escape":             "/%6dcp/%252e%252e/..",
		"backslash":                                  `\mcp`,
		"backslash dots":                             `/x\..\mcp`,
		"host as a URL parser sees it":               "//host/mcp",
		"host with more slashes":                     "///host/mcp",
		"absolute target":                            "http://host/mcp?x",
		"fragment":                                   "/mcp#x",
		"no fragment to a strict reader":             "/x#/../mcp",
		"longer than any client's, and no plain one": "/a%20" + strings.Repeat("b", readingsBudget),
		"more readings than any client's":            "/%" + strings.Repeat("25", 200) + "41;/..//x",
	} {
		if !c.Governs(path) {
			t.Errorf("%s: %q is not governed", name, path)
		}
	}
}

func TestOtherPathIsNotGoverned(t *testing.T) {
	c := governing(t, `["/mcp", "/a/*/mcp"]`)
	for name, path := range map[string]string{
		"root":                       "/",
		"nothing":                    "",
		"asterisk":                   "*",
		"prefix":                     "/mcpx",
		"below":                      "/mcp/x",
		"above":                      "/x/mcp",
		"left by dots":               "/mcp/../x",
		"in the query":               "/x?/mcp",
		"escape that is none":        "/m%6xcp",
		"escape cut short":           "/mcp%6",
		"plain and long":             "/" + strings.Repeat("b", 2*readingsBudget),
		"glob needs all its parts":   "/a/mcp",
		"ordinary escape":            "/files/a%20b",
		"ordinary parameter":         "/files;v=1/a",
		"file of the same name":      "/mcp.html",
		"dots in a name are no dots": "/..mcp",
	} {
		if c.Governs(path) {
			t.Errorf("%s: %q is governed", name, path)
		}
	}
}

func TestGlobPathsMatchAnyReading(t *testing.T) {
	for _, c := range []struct {
		patterns, path string
		want           bool
	}{
		{`["/mcp/*"]`, "/mcp/tenant", true},
		{`["/mcp/*"]`, "/mcp/", true},
		{`["/mcp/*"]`, "/mcp", false},
		{`["/mcp/*"]`, "/mcp/a/..;b/..", true}, // /mcp/a/ to a reader that knows no parameters
		{`["/mcp/*"]`, "/mcp/../x", true},      // as it stands, to a reader that resolves nothing
		{`["/Tenants/*/MCP/"]`, "/tenants/1/2/mcp", true},
		{`["*/mcp"]`, "/x/mcp", true},
		{`["*"]`, "/", true},
		{`["/"]`, "/", true},
		{`["/"]`, "/x/..", true},
		{`["/mcp/*"]`, "/x/../mcp/y/..", true},
		{`["/"]`, "/x", false},
		{`["/x", "/mcp"]`, "/mcp", true},
	} {
		if got := governing(t, c.patterns).Governs(c.path); got != c.want {
			t.Errorf("paths %s: %q governed = %v, want %v", c.patterns, c.path, got, c.want)
		}
	}
}

// A server is some of the steps in some order, each at most a few times.
func TestNoServerTakesAnUngovernedPathForAGovernedOne(t *testing.T) {
	parts := []string{"/", "/mcp", "mcp", "/", "m%63p", "M", "cp", ".", "..", "%2e%2e", "%2F", "%252e", ";", ";x", "%3b", "//", `\`, "#", "x", "http://h"}
	random := rand.New(rand.NewPCG(1, 2))
	c := governing(t, `["/mcp"]`)
	taken := 0
	for range 200_000 {
		var b strings.Builder
		for range 1 + random.IntN(5) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		path := strings.ToLower(b.String())
		seen := path
		for range random.IntN(6) {
			steps := readingSteps()
			seen = steps[random.IntN(len(steps))](seen)
		}
		if seen != "/mcp" {
			continue
		}
		taken++
		if !c.Governs(path) {
			t.Fatalf("%q can be read as /mcp, and is not governed", path)
		}
	}
	if taken < 1000 {
		t.Errorf("only %d paths led to /mcp: the test shows nothing", taken)
	}
}

func BenchmarkGoverns(b *testing.B) {
	p := paths{[]glob{"/mcp"}}
	for _, c := range []struct{ name, path string }{
		{"plain", "/mcp"},
		{"other", "/files/a%20b"},
		{"hostile", "/%" + strings.Repeat("25", 20) + "41;%2523/..//%255c"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.match(c.path)
			}
		})
	}
}
