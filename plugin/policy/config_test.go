package policy

import (
	"reflect"
	"testing"
)

func TestReplayKeepsOnlyHeadersOfTheOutcome(t *testing.T) {
	c := parse(t, with(`"replay_headers": ["X-Request-Cost"]`))
	for name, want := range map[string]bool{
		"content-type":                  true,
		"location":                      true,
		"etag":                          true,
		"mcp-session-id":                false,
		"mcp-protocol-version":          true,
		"x-request-cost":                true,
		"x-request-cost-total":          false,
		"set-cookie":                    false,
		"www-authenticate":              false,
		"content-length":                false,
		"content-encoding":              false,
		"transfer-encoding":             false,
		"connection":                    false,
		"date":                          false,
		"server":                        false,
		"x-envoy-upstream-service-time": false,
		"idempotent-replayed":           false,
		":status":                       false,
		"mcp":                           false,
		"":                              false,
	} {
		if got := len(c.KeptHeaders([][2]string{{name, "a"}})) == 1; got != want {
			t.Errorf("KeptHeaders keeps %q: %v, want %v", name, got, want)
		}
	}
}

func TestHeaderOfOneDeliveryCannotBeAdded(t *testing.T) {
	for _, name := range []string{
		"set-cookie", "www-authenticate", "connection", "keep-alive", "proxy-authenticate", "proxy-authorization",
		"te", "trailer", "transfer-encoding", "upgrade", "content-length", "content-encoding", "date", "server",
		"x-envoy-attempt-count", "idempotent-replayed", "Set-Cookie",
	} {
		if _, err := Parse([]byte(with(`"replay_headers": ["` + name + `"]`))); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestIdentityIsWhatNamesAnAction(t *testing.T) {
	head := `{"paths": ["/mcp"], "tools": [{"match": ["*"]}], `
	for _, c := range []struct{ name, members, want string }{
		{"header", `"principal": {"header": "X-User"}}`, `namespace request; principal header x-user`},
		{"authorization", `"principal": {"authorization": true}}`, `namespace request; principal authorization`},
		{"property", `"principal": {"property": ["connection", "uri_san_peer_certificate"]}}`,
			`namespace request; principal property "connection" "uri_san_peer_certificate"`},
		{"elements of a property are told apart", `"principal": {"property": ["a\" \"b"]}}`, `namespace request; principal property "a\" \"b"`},
		{"anonymous", `"anonymous": "shared"}`, `namespace request; principal anonymous`},
		{"namespace", `"anonymous": "shared", "namespace": "bank"}`, `namespace "bank"; principal anonymous`},
		{"namespace that looks like another identity", `"anonymous": "shared", "namespace": "request\"; principal header x"}`,
			`namespace "request\"; principal header x"; principal anonymous`},
		{"anonymous beside a source renames nothing", `"principal": {"header": "x-user"}, "anonymous": "shared"}`,
			`namespace request; principal header x-user`},
		{"epoch, keys, tools and limits are no part", `"principal": {"header": "x-user"}, "store": {"epoch": "2"}, "keys": ["header"], "max_request": 1}`,
			`namespace request; principal header x-user`},
	} {
		if got := parse(t, head+c.members).Identity(); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestPrincipalIsOneSourceAndMaybeAnonymous(t *testing.T) {
	head := `{"paths": ["/mcp"], "tools": [{"match": ["*"]}], `
	for _, c := range []struct {
		members string
		want    Principal
	}{
		{`"principal": {"header": "X-User"}}`, Principal{Header: "x-user"}},
		{`"principal": {"authorization": true}}`, Principal{Authorization: true}},
		{`"principal": {"property": ["metadata", "filter_metadata", "a.b", "sub"]}}`, Principal{Property: []string{"metadata", "filter_metadata", "a.b", "sub"}}},
		{`"anonymous": "shared"}`, Principal{AnonymousShared: true}},
		{`"anonymous": "shared", "principal": {"header": "x-user"}}`, Principal{Header: "x-user", AnonymousShared: true}},
	} {
		if got := parse(t, head+c.members).Principal; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", c.members, got, c.want)
		}
	}
}

func TestSizesAndDurationsInAllTheirSpellings(t *testing.T) {
	for text, want := range map[string]int{
		`1`: 1, `65536`: 65536, `"1B"`: 1, `"2KiB"`: 2048, `"3MiB"`: 3 << 20, `"1GiB"`: 1 << 30, `1073741824`: 1 << 30,
	} {
		if got := parse(t, with(`"max_request": `+text)).MaxRequest; got != want {
			t.Errorf("max_request %s = %d, want %d", text, got, want)
		}
	}
	for text, want := range map[string]string{
		`"1ms"`: "1ms", `"30s"`: "30s", `"1h30m"`: "1h30m0s", `"0.5h"`: "30m0s", `"1000h"`: "1000h0m0s",
	} {
		tool := toolOf(parse(t, with(`"defaults": {"retention": "2000h", "tool_timeout": `+text+`}`)), "x")
		if got := tool.ToolTimeout.String(); got != want {
			t.Errorf("tool_timeout %s = %s, want %s", text, got, want)
		}
	}
}

func TestCallIsDetachedOnlyWhereThatIsSafe(t *testing.T) {
	for _, c := range []struct {
		name         string
		cluster      string
		execution    Execution
		left         ClientLeft
		modern, held bool
		want         bool
	}{
		{"auto, modern", "c", Auto, LeftContinue, true, true, true},
		{"auto, an older version may have requests on its stream", "c", Auto, LeftContinue, false, true, false},
		{"detached, an older version", "c", Detached, LeftContinue, false, true, true},
		{"inline", "c", Inline, LeftContinue, true, true, false},
		{"no target", "", Auto, LeftContinue, true, true, false},
		{"the request has begun to go on", "c", Detached, LeftContinue, true, false, false},
		{"it ends with its client", "c", Auto, LeftCancel, true, true, false},
	} {
		config := Config{CalloutCluster: c.cluster}
		if got := config.RunsDetached(Tool{Execution: c.execution, ClientLeft: c.left}, c.modern, c.held); got != c.want {
			t.Errorf("%s: detached %v, want %v", c.name, got, c.want)
		}
	}
}
