package policy

import "testing"

// refusal is a configuration that Parse refuses with one fault.
type refusal struct{ name, text, want string }

func refusals() []refusal {
	const (
		notJSON   = `configuration: want a JSON object, got text that is none: `
		plainPath = `want a plain path such as "/mcp" or "/mcp/*", without escapes, parameters, query, dot segments or repeated slashes, got `
		sizes     = `want a size such as 65536 or "256KiB" (B, KiB, MiB, GiB), at most 1GiB, got `
		header    = `want a header name such as "x-user" (no pseudo header), got `
		delivery  = `want a header of the outcome, not of one delivery, connection or client, got `
		sources   = `want "header", "header.NAME", "_meta.NAME" or "params.idempotencyKey", got `
		object    = `want an object, got `
		property  = `want a list of names such as ["connection", "uri_san_peer_certificate"], got `
		pointers  = `want a JSON Pointer into the arguments such as "/client/request_time", got `
		hosts     = `want a host such as "bank.example.com" or "*.example.com", without port, got `

		keyPointer  = `want a JSON Pointer into the arguments such as "/idempotency_key", got `
		outcomeName = `want http_STATUS (300 to 599) or error_CODE as the name`
		ownPath     = `want a plain path below / in lower case, such as "/mcponce", without * and a trailing slash, got `
		hidden      = `want 32 to 256 visible ASCII characters; what came is not shown`
		long        = `"0123456789abcdef0123456789abcdef"`
	)
	principal := func(value string) string {
		return `{"paths": ["/mcp"], "tools": [{"match": ["*"]}], "principal": ` + value + `}`
	}
	tools := func(value string) string {
		return `{"paths": ["/mcp"], "principal": {"header": "x-user"}, "tools": ` + value + `}`
	}
	beside := func(defaults, rule string) string {
		return `{"paths": ["/mcp"], "anonymous": "shared", "callout": {"cluster": "c"}, ` + defaults + `, "tools": [` + rule + `]}`
	}
	outcome := func(member string) string {
		return tools(`[{"match": ["a"], "outcomes": {` + member + `}}]`)
	}
	paths := func(value string) string {
		return `{"principal": {"header": "x-user"}, "tools": [{"match": ["*"]}], "paths": ` + value + `}`
	}
	admin := func(path, secret string) string {
		return with(`"admin": {"path": ` + path + `, "secret": ` + secret + `}`)
	}
	return []refusal{
		{"empty", ``, `configuration: want a JSON object, got nothing`},
		{"blank", " \n", `configuration: want a JSON object, got nothing`},
		{"array", `[1,` + "\n" + ` 2]`, `configuration: want a JSON object, got [1, 2]`},
		{"null", `null`, `configuration: want a JSON object, got null`},
		{"cut short", base, notJSON + `the grammar of JSON breaks at line 1, column 83`},
		{"trailing value", base + `} {}`, notJSON + `something follows it at line 1, column 85`},
		{"slip on a later line", "{\n  \"paths\": [\"/mcp\"],\n  tools: []\n}", notJSON + `the grammar of JSON breaks at line 3, column 3`},
		{"trailing comma", base + `,}`, notJSON + `the grammar of JSON breaks at line 1, column 84`},
		{"not UTF-8", with(`"namespace": "` + "\xff" + `"`), notJSON + `it is not UTF-8 without byte order mark at line 1, column 99`},
		{"byte order mark", "\uFEFF" + base + "}", notJSON + `it is not UTF-8 without byte order mark at line 1, column 1`},

		{"unknown name that is no plain word", with(`"a b": 1`), `"a b": ` + unknown(configFields())},
		{"unknown field below", with(`"store": {"local": {"record": 1}}`), `store.local.record: unknown field (known: records, bytes)`},
		{"duplicate", with(`"namespace": "a", "namespace": "a"`), `namespace: duplicate member`},
		{"duplicate by escape", with(`"namespace": "a", "n\u0061mespace": "b"`), `namespace: duplicate member`},
		{"duplicate below", with(`"store": {"local": {"records": 1024, "records": 2048}}`), `store.local.records: duplicate member`},
		{"duplicate in a rule", tools(`[{"match": ["a"], "match": ["b"]}]`), `tools[0].match: duplicate member`},

		{"paths: empty", paths(`[]`), `paths: want a list of paths such as ["/mcp"], got []`},
		{"paths: string", paths(`"/mcp"`), `paths: want a list of paths such as ["/mcp"], got "/mcp"`},
		{"paths: number", paths(`["/mcp", 5]`), `paths[1]: ` + plainPath + `5`},
		{"paths: relative", paths(`["mcp"]`), `paths[0]: ` + plainPath + `"mcp"`},
		{"paths: nothing", paths(`[""]`), `paths[0]: ` + plainPath + `""`},
		{"paths: query", paths(`["/mcp?x"]`), `paths[0]: ` + plainPath + `"/mcp?x"`},
		{"paths: fragment", paths(`["/mcp#x"]`), `paths[0]: ` + plainPath + `"/mcp#x"`},
		{"paths: escape", paths(`["/m%63p"]`), `paths[0]: ` + plainPath + `"/m%63p"`},
		{"paths: parameter", paths(`["/mcp;x"]`), `paths[0]: ` + plainPath + `"/mcp;x"`},
		{"paths: dot segment", paths(`["/a/../mcp"]`), `paths[0]: ` + plainPath + `"/a/../mcp"`},
		{"paths: slashes", paths(`["//mcp"]`), `paths[0]: ` + plainPath + `"//mcp"`},
		{"paths: URL", paths(`["http://h/mcp"]`), `paths[0]: ` + plainPath + `"http://h/mcp"`},

		{"namespace: empty", with(`"namespace": ""`), `namespace: want a string that is not empty, got ""`},
		{"namespace: null", with(`"namespace": null`), `namespace: want a string that is not empty, got null`},

		{"principal: none", `{"paths": ["/mcp"], "tools": [{"match": ["*"]}]}`, `principal: want {"header": "x-user"}, {"property": [...]} or {"authorization": true}, or "anonymous": "shared" beside it, got nothing`},
		{"principal: string", principal(`"x-user"`), `principal: want {"header": "x-user"}, {"property": [...]} or {"authorization": true}, got "x-user"`},
		{"principal: no source", principal(`{}`), `principal: want exactly one of header, property and authorization, got {}`},
		{"principal: two sources", principal(`{"header": "a", "authorization": true}`), `principal: want exactly one of header, property and authorization, got {"header": "a", "authorization": true}`},
		{"principal: not authorization", principal(`{"authorization": false}`), `principal.authorization: want true, got false`},
		{"principal: pseudo header", principal(`{"header": ":authority"}`), `principal.header: ` + header + `":authority"`},
		{"principal: no token", principal(`{"header": "x user"}`), `principal.header: ` + header + `"x user"`},
		{"principal: glob", principal(`{"header": "x-*"}`), `principal.header: ` + header + `"x-*"`},
		{"principal: no name", principal(`{"header": ""}`), `principal.header: ` + header + `""`},
		{"principal: authorization as header", principal(`{"header": "Authorization"}`), `principal.header: want {"authorization": true} in place of the header, got "Authorization"`},
		{"principal: empty path of a property", principal(`{"property": []}`), `principal.property: ` + property + `[]`},
		{"principal: property as text", principal(`{"property": "metadata.sub"}`), `principal.property: ` + property + `"metadata.sub"`},
		{"principal: empty element of a property", principal(`{"property": ["metadata", ""]}`), `principal.property[1]: want a name that is not empty, got ""`},
		{"principal: NUL in a property", principal(`{"property": ["a\u0000b"]}`), `principal.property[0]: want a name that is not empty, got "a\u0000b"`},
		{"principal: header as a property", principal(`{"property": ["request", "headers", "x-user"]}`),
			`principal.property: want {"header": "x-user"} in place of a header's property, got ["request", "headers", "x-user"]`},
		{"principal: property beside a header", principal(`{"header": "a", "property": ["b"]}`), `principal: want exactly one of header, property and authorization, got {"header": "a", "property": ["b"]}`},
		{"anonymous: other word", with(`"anonymous": "refused"`), `anonymous: want "shared", got "refused"`},
		{"anonymous: true", with(`"anonymous": true`), `anonymous: want "shared", got true`},

		{"callout: string", with(`"callout": "c"`), `callout: want an object such as {"cluster": "mcp_upstream"}, got "c"`},
		{"callout: no cluster", with(`"callout": {}`), `callout.cluster: want the name of a cluster, got nothing`},
		{"callout: empty cluster", with(`"callout": {"cluster": ""}`), `callout.cluster: want the name of a cluster, got ""`},
		{"callout: details in a pseudo header", with(`"callout": {"cluster": "c", "details_header": ":status"}`), `callout.details_header: want a header name, got ":status"`},

		{"keys: empty", with(`"keys": []`), `keys: want a list of "header", "header.NAME", "_meta.NAME" or "params.idempotencyKey", got []`},
		{"admin: path with a star", admin(`"/mcponce/*"`, long), `admin.path: ` + ownPath + `"/mcponce/*"`},
		{"admin: root", admin(`"/"`, long), `admin.path: ` + ownPath + `"/"`},
		{"admin: trailing slash", admin(`"/mcponce/"`, long), `admin.path: ` + ownPath + `"/mcponce/"`},
		{"admin: upper case", admin(`"/Mcponce"`, long), `admin.path: ` + ownPath + `"/Mcponce"`},
		{"admin: governed path", admin(`"/mcp"`, long), "admin.path: want a path apart from those of `paths`, got \"/mcp\""},
		{"admin: below it a governed path", `{"paths": ["/mcp", "/mcponce/mcp"], "anonymous": "shared", "tools": [{"match": ["*"]}], "admin": {"path": "/mcponce", "secret": ` + long + `}}`,
			"admin.path: want a path apart from those of `paths`, got \"/mcponce\""},
		{"admin: among all paths", `{"paths": ["*"], "anonymous": "shared", "tools": [{"match": ["*"]}], "admin": {"path": "/mcponce", "secret": ` + long + `}}`,
			"admin.path: want a path apart from those of `paths`, got \"/mcponce\""},
		{"admin: no secret", with(`"admin": {"path": "/mcponce"}`), `admin.secret: ` + hidden},
		{"admin: short secret", admin(`"/mcponce"`, `"0123456789abcdef0123456789abcde"`), `admin.secret: ` + hidden},
		{"admin: blank in the secret", admin(`"/mcponce"`, `"0123456789abcdef 0123456789abcdef"`), `admin.secret: ` + hidden},
		{"admin: secret that is no string", admin(`"/mcponce"`, `12345678901234567890123456789012`), `admin.secret: ` + hidden},

		{"keys: other header", with(`"keys": ["header", "x-key"]`), `keys[1]: ` + sources + `"x-key"`},
		{"keys: other parameter", with(`"keys": ["params.key"]`), `keys[0]: ` + sources + `"params.key"`},
		{"keys: the usual header by its name", with(`"keys": ["header.Idempotency-Key"]`), `keys[0]: ` + sources + `"header.Idempotency-Key"`},
		{"keys: pseudo header", with(`"keys": ["header.:path"]`), `keys[0]: ` + sources + `"header.:path"`},
		{"keys: header without name", with(`"keys": ["header."]`), `keys[0]: ` + sources + `"header."`},
		{"keys: no member", with(`"keys": ["_meta."]`), `keys[0]: ` + sources + `"_meta."`},
		{"keys: duplicate", with(`"keys": ["header", "_meta.a", "header"]`), `keys[2]: duplicate of an earlier element: "header"`},

		{"max_request: zero", with(`"max_request": 0`), `max_request: ` + sizes + `0`},
		{"max_request: fraction", with(`"max_request": 1.5`), `max_request: ` + sizes + `1.5`},
		{"max_request: no unit", with(`"max_request": "1024"`), `max_request: ` + sizes + `"1024"`},
		{"max_request: no digits", with(`"max_request": "KiB"`), `max_request: ` + sizes + `"KiB"`},
		{"max_request: decimal unit", with(`"max_request": "1MB"`), `max_request: ` + sizes + `"1MB"`},
		{"max_request: sign", with(`"max_request": "+1KiB"`), `max_request: ` + sizes + `"+1KiB"`},
		{"max_request: above the bound", with(`"max_request": "1025MiB"`), `max_request: ` + sizes + `"1025MiB"`},
		{"max_request: past 64 bits", with(`"max_request": "17179869185GiB"`), `max_request: ` + sizes + `"17179869185GiB"`},
		{"error_style", with(`"error_style": "RPC"`), `error_style: want "rpc", "http" or "tool", got "RPC"`},

		{"replay_headers: no token", with(`"replay_headers": ["x:y"]`), `replay_headers[0]: want a header name, got "x:y"`},
		{"replay_headers: of a client", with(`"replay_headers": ["x-cost", "Set-Cookie"]`), `replay_headers[1]: ` + delivery + `"Set-Cookie"`},
		{"replay_headers: hop by hop", with(`"replay_headers": ["Connection"]`), `replay_headers[0]: ` + delivery + `"Connection"`},
		{"replay_headers: of Envoy", with(`"replay_headers": ["x-envoy-upstream-service-time"]`), `replay_headers[0]: ` + delivery + `"x-envoy-upstream-service-time"`},

		{"defaults: not an object", with(`"defaults": 1`), `defaults: ` + object + `1`},
		{"defaults: read", with(`"defaults": {"effect": "read"}`), `defaults.effect: want "write" (a tool is trusted as "read" only where a rule in tools says so), got "read"`},
		{"defaults: match", with(`"defaults": {"match": ["*"]}`), `defaults.match: ` + unknown(toolFields(governedEffect()))},
		{"defaults: detached without callout", with(`"defaults": {"execution": "detached"}`), `defaults.execution: want "auto" or "inline" (for "detached" give "callout": {"cluster": "mcp_upstream"}), got "detached"`},
		{"defaults: detached and cancelled", with(`"callout": {"cluster": "c"}, "defaults": {"execution": "detached", "on_client_left": "cancel"}`),
			`defaults.on_client_left: want "continue" with "execution": "detached": a detached call cannot be cancelled, got "cancel"`},
		{"defaults: retention", with(`"defaults": {"retention": "5m"}`), `defaults.retention: want longer than tool_timeout (5m0s), got "5m"`},

		{"tools: empty", tools(`[]`), `tools: want a list of rules such as [{"match": ["*"]}], got []`},
		{"tools: object", tools(`{"match": ["*"]}`), `tools: want a list of rules such as [{"match": ["*"]}], got {"match": ["*"]}`},
		{"tools: string", tools(`["*"]`), `tools[0]: want an object such as {"match": ["*"]}, got "*"`},
		{"tools: no match", tools(`[{"effect": "read"}]`), `tools[0].match: want a list of tool names such as ["get_*"], got nothing`},
		{"tools: empty match", tools(`[{"match": []}]`), `tools[0].match: want a list of tool names such as ["get_*"], got []`},
		{"tools: empty name", tools(`[{"match": ["a", ""]}]`), `tools[0].match[1]: want a tool name or a glob, not empty, got ""`},
		{"tools: effect", tools(`[{"match": ["a"], "effect": "none"}]`), `tools[0].effect: want "write" or "read", got "none"`},
		{"tools: key", tools(`[{"match": ["a"], "key": "born"}]`), `tools[0].key: want "required", "timed", "pass" or "recover", got "born"`},
		{"tools: in_doubt", tools(`[{"match": ["a"], "in_doubt": "run"}]`), `tools[0].in_doubt: want "refuse" or "retry", got "run"`},
		{"tools: timed keys too old at birth", tools(`[{"match": ["a"], "key": "timed", "retention": "10s", "tool_timeout": "9s"}]`),
			"tools[0].retention: want with `key: timed`, longer than twice the skew (5s), got \"10s\""},
		{"skew: none", with(`"skew": "0s"`), `skew: want a duration of at least 1ms, got "0s"`},
		{"tools: annotations", tools(`[{"match": ["a"], "annotations": true}]`), `tools[0].annotations: want "ignore" or "trust", got true`},
		{"tools: advertise", tools(`[{"match": ["a"], "advertise": "true"}]`), `tools[0].advertise: want true or false, got "true"`},
		{"annotation_header: pseudo header", with(`"annotation_header": ":path"`), `annotation_header: want a header name such as "x-mcp-annotation-hints", got ":path"`},
		{"tools: execution", tools(`[{"match": ["a"], "execution": "async"}]`), `tools[0].execution: want "auto", "inline" or "detached", got "async"`},
		{"tools: detached without callout", tools(`[{"match": ["a"], "execution": "detached"}]`), `tools[0].execution: want "auto" or "inline" (for "detached" give "callout": {"cluster": "mcp_upstream"}), got "detached"`},
		{"tools: on_client_left", tools(`[{"match": ["a"], "on_client_left": "detach"}]`), `tools[0].on_client_left: want "continue" or "cancel", got "detach"`},
		{"tools: cancelled under detached defaults", beside(`"defaults": {"execution": "detached"}`,
			`{"match": ["a"], "on_client_left": "cancel"}`),
			`tools[0].on_client_left: want "continue" with "execution": "detached": a detached call cannot be cancelled, got "cancel"`},
		{"tools: detached under cancelling defaults", beside(`"defaults": {"on_client_left": "cancel"}`,
			`{"match": ["a"], "execution": "detached"}`),
			`tools[0].execution: want "auto" or "inline" with "on_client_left": "cancel": a detached call cannot be cancelled, got "detached"`},
		{"tools: duration as number", tools(`[{"match": ["a"], "retention": 5}]`), `tools[0].retention: want a duration such as "24h", got 5`},
		{"tools: duration without unit", tools(`[{"match": ["a"], "retry_after": "5"}]`), `tools[0].retry_after: want a duration such as "24h", got "5"`},
		{"tools: negative duration", tools(`[{"match": ["a"], "retry_after": "-5s"}]`), `tools[0].retry_after: want a duration of at least 1ms, got "-5s"`},
		{"tools: no duration", tools(`[{"match": ["a"], "tool_timeout": "0s"}]`), `tools[0].tool_timeout: want a duration of at least 1ms, got "0s"`},
		{"tools: timeout past 32 bits", tools(`[{"match": ["a"], "tool_timeout": "1001h", "retention": "2000h"}]`), `tools[0].tool_timeout: want a duration of at most 1000h, got "1001h"`},
		{"tools: retention under the default timeout", tools(`[{"match": ["a"], "retention": "1m"}]`), `tools[0].retention: want longer than tool_timeout (5m0s), got "1m"`},
		{"tools: timeout over the default retention", tools(`[{"match": ["a"], "tool_timeout": "24h"}]`), `tools[0].tool_timeout: want shorter than retention (24h0m0s), got "24h"`},
		{"tools: fault is not compared", tools(`[{"match": ["a"], "tool_timeout": "48h", "retention": "3d"}]`), `tools[0].retention: want a duration such as "24h", got "3d"`},
		{"tools: attempts", tools(`[{"match": ["a"], "max_attempts": "3"}]`), `tools[0].max_attempts: want an integer from 1 to 1000000, got "3"`},
		{"tools: attempts with exponent", tools(`[{"match": ["a"], "max_attempts": 1e2}]`), `tools[0].max_attempts: want an integer from 1 to 1000000, got 1e2`},
		{"tools: result", tools(`[{"match": ["a"], "max_result": -1}]`), `tools[0].max_result: ` + sizes + `-1`},

		{"tools: no outcomes", tools(`[{"match": ["a"], "outcomes": []}]`), `tools[0].outcomes: want an object such as {"http_404": "release", "error_-32050": "in_doubt"}, got []`},
		{"tools: outcome of a success", outcome(`"http_200": "release"`), `tools[0].outcomes.http_200: ` + outcomeName},
		{"tools: outcome of no status", outcome(`"http_600": "release"`), `tools[0].outcomes.http_600: ` + outcomeName},
		{"tools: outcome by a bare number", outcome(`"404": "release"`), `tools[0].outcomes.404: ` + outcomeName},
		{"tools: outcome of a status spelled otherwise", outcome(`"http_0404": "release"`), `tools[0].outcomes.http_0404: ` + outcomeName},
		{"tools: outcome of a code spelled otherwise", outcome(`"error_-032050": "release"`), `tools[0].outcomes.error_-032050: ` + outcomeName},
		{"tools: outcome of a fraction", outcome(`"error_1.5": "release"`), `tools[0].outcomes."error_1.5": ` + outcomeName},
		{"tools: outcome of a code past 32 bits", outcome(`"error_2147483648": "release"`), `tools[0].outcomes.error_2147483648: ` + outcomeName},
		{"tools: outcome of a cancelled call", outcome(`"error_-32800": "in_doubt"`), `tools[0].outcomes.error_-32800: want another code: -32800 (cancelled) always puts in doubt, since servers answer it although the effect happened`},
		{"tools: status as the outcome", outcome(`"http_404": "done"`), `tools[0].outcomes.http_404: want "release" or "in_doubt", got "done"`},
		{"tools: unknown outcome", outcome(`"error_1": "released"`), `tools[0].outcomes.error_1: want "release", "in_doubt" or "done", got "released"`},
		{"tools: outcome that is no text", outcome(`"error_1": true`), `tools[0].outcomes.error_1: want "release", "in_doubt" or "done", got true`},
		{"tools: outcome twice", outcome(`"http_404": "release", "http_404": "in_doubt"`), `tools[0].outcomes.http_404: duplicate member`},
		{"tools: ignore as text", tools(`[{"match": ["a"], "ignore": "/a"}]`), `tools[0].ignore: want a list of JSON Pointers such as ["/request_time"], got "/a"`},
		{"tools: ignore everything", tools(`[{"match": ["a"], "ignore": [""]}]`), `tools[0].ignore[0]: ` + pointers + `""`},
		{"tools: pointer without its slash", tools(`[{"match": ["a"], "ignore": ["a/b"]}]`), `tools[0].ignore[0]: ` + pointers + `"a/b"`},
		{"tools: pointer with an unknown escape", tools(`[{"match": ["a"], "ignore": ["/a~2"]}]`), `tools[0].ignore[0]: ` + pointers + `"/a~2"`},
		{"tools: pointer with a lone tilde", tools(`[{"match": ["a"], "argument_key": "/a~"}]`), `tools[0].argument_key: ` + keyPointer + `"/a~"`},
		{"tools: pointer in a URL", tools(`[{"match": ["a"], "argument_key": "#/a"}]`), `tools[0].argument_key: ` + keyPointer + `"#/a"`},
		{"tools: ignored twice", tools(`[{"match": ["a"], "ignore": ["/a", "/a"]}]`), `tools[0].ignore[1]: duplicate of an earlier element: "/a"`},
		{"tools: no hosts", tools(`[{"match": ["a"], "hosts": []}]`), `tools[0].hosts: want a list of hosts such as ["*.example.com"], got []`},
		{"tools: empty host", tools(`[{"match": ["a"], "hosts": [""]}]`), `tools[0].hosts[0]: ` + hosts + `""`},
		{"tools: host with a port", tools(`[{"match": ["a"], "hosts": ["a.example:80"]}]`), `tools[0].hosts[0]: ` + hosts + `"a.example:80"`},
		{"tools: host with a dot at its end", tools(`[{"match": ["a"], "hosts": ["a.example."]}]`), `tools[0].hosts[0]: ` + hosts + `"a.example."`},
		{"tools: host as a URL", tools(`[{"match": ["a"], "hosts": ["http://a"]}]`), `tools[0].hosts[0]: ` + hosts + `"http://a"`},
		{"tools: host with a user", tools(`[{"match": ["a"], "hosts": ["u@a"]}]`), `tools[0].hosts[0]: ` + hosts + `"u@a"`},
		{"tools: path with dots", tools(`[{"match": ["a"], "paths": ["/a/../b"]}]`), `tools[0].paths[0]: ` + plainPath + `"/a/../b"`},
		{"defaults: hosts", with(`"defaults": {"hosts": ["a"]}`), `defaults.hosts: ` + unknown(toolFields(governedEffect()))},

		{"store: records below", with(`"store": {"local": {"records": 1023}}`), `store.local.records: want an integer from 1024 to 67108864, got 1023`},
		{"store: records above", with(`"store": {"local": {"records": 67108865}}`), `store.local.records: want an integer from 1024 to 67108864, got 67108865`},
		{"store: bytes", with(`"store": {"local": {"bytes": "1025GiB"}}`), `store.local.bytes: want a size such as 65536 or "256KiB" (B, KiB, MiB, GiB), at most 1024GiB, got "1025GiB"`},
		{"store: local", with(`"store": {"local": true}`), `store.local: ` + object + `true`},
		{"store: empty epoch", with(`"store": {"epoch": ""}`), `store.epoch: want 1 to 64 visible ASCII characters, got ""`},
		{"store: blank in epoch", with(`"store": {"epoch": "a b"}`), `store.epoch: want 1 to 64 visible ASCII characters, got "a b"`},
		{"long value is cut", with(`"store": {"epoch": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}`), `store.epoch: want 1 to 64 visible ASCII characters, got "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…`},
	}
}

func TestFaultNamesPathWantAndGot(t *testing.T) {
	for _, c := range refusals() {
		t.Run(c.name, func(t *testing.T) {
			config, err := Parse([]byte(c.text))
			if err == nil {
				t.Fatalf("accepted as %+v, want %s", config, c.want)
			}
			if config != nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}
