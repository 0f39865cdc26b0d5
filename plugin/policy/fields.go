package policy

import "time"

// configFields describe the whole configuration. They are read in this order:
// the tools inherit the defaults.
func configFields() []field[Config] {
	return []field[Config]{
		member("paths", list(`a list of paths such as ["/mcp"]`, pathPattern(), ""),
			func(c *Config) *[]glob { return &c.paths.patterns }, required,
			"POSTs to these paths are looked at. `*` stands for any run of characters. Escapes, case, repeated slashes, "+
				"dot segments, a trailing slash, `;params` and the query of a request's path make no difference to whether it is looked at."),
		member("namespace", word("a string that is not empty"),
			func(c *Config) *string { return &c.Namespace }, "",
			"Part of what names an action. Set it: without it the request's authority and path as sent are, and a retry under "+
				"another host name, port or spelling of the path is another action."),
		member("principal", principal(),
			func(c *Config) *Principal { return &c.Principal }, "",
			"The one source of a request's principal. Required, unless `anonymous` is given."),
		member("anonymous", constant(`"shared"`),
			func(c *Config) *bool { return &c.Principal.AnonymousShared }, "",
			"All requests without a principal share one. Without this they are refused."),
		member("callout", object(`an object such as {"cluster": "mcp_upstream"}`, calloutFields()),
			func(c *Config) *Config { return c }, "",
			"Where detached calls are sent. Without it every call is inline."),
		member("admin", object(`an object such as {"path": "/mcponce", "secret": "..."}`, adminFields()),
			func(c *Config) *Admin { return &c.Admin }, "",
			"Where an operator reads records and resolves what is in doubt. Without it there is no such place. Give it a listener of "+
				"its own, as docs/OPERATIONS.md shows."),
		member("keys", keySources(),
			func(c *Config) *[]KeySource { return &c.Keys },
			`["header", "_meta.mcponce/idempotency-key", "_meta.idempotencyKey", "params.idempotencyKey"]`,
			"Where a key is looked for. `header` is `Idempotency-Key`, `header.NAME` another one. Sources that disagree make a key malformed."),
		member("annotation_header", text(`a header name such as "x-mcp-annotation-hints"`, headerName).shaped(tokenShape),
			func(c *Config) *string { return &c.HintsHeader }, "",
			"Request header in which a gateway before mcponce says what the annotations of the called tool are "+
				"(`readOnly=true,idempotent=false`, as Kuadrant's does). For tools with `annotations: trust` it counts in place of what lists said. "+
				"That gateway must remove it from clients' requests: whoever can send it, chooses what is protected."),
		member("max_request", size(1<<30, "1GiB"),
			func(c *Config) *int { return &c.MaxRequest }, `"1MiB"`,
			"Longest body of a request on these paths. A longer one is refused."),
		member("error_style", choice[ErrorStyle](`"rpc", "http" or "tool"`, "rpc", "http", "tool"),
			func(c *Config) *ErrorStyle { return &c.ErrorStyle }, `"rpc"`,
			"Form of a refusal: a JSON-RPC error under HTTP 200, the same under its own status, or a tool result with `isError`."),
		member("replay_headers", list(`a list of header names such as ["x-request-cost"]`, replayHeader(), ""),
			func(c *Config) *[]string { return &c.replay }, "",
			"Response headers that a replay repeats, beside `content-type`, `location`, `etag` and `mcp-*` but for `mcp-session-id`."),
		member("defaults", object("an object", toolFields(governedEffect())).checked(checkTool),
			func(c *Config) *Tool { return &c.tools.defaults }, "{}",
			"Policy of a tool as far as its rule says nothing, or where no rule matches."),
		member("tools", toolList(),
			func(c *Config) *toolRules { return &c.tools }, required,
			"Rules; the first that matches counts."),
		member("hold_headers", choice[HoldHeaders](`"required" or "optional"`, "required", "optional"),
			func(c *Config) *HoldHeaders { return &c.HoldHeaders }, `"required"`,
			"What to do where the gateway does not hold request headers while the body is read: refuse governed calls, or accept that "+
				"the server sees their headers early, without the key, and that the route's retry policy stays on."),
		member("tick", duration().such("a duration from 100ms to 10m", func(d time.Duration) bool {
			return 100*time.Millisecond <= d && d <= 10*time.Minute
		}),
			func(c *Config) *time.Duration { return &c.Tick }, `"1s"`,
			"Period of the workers' heartbeats; a worker is lost after five without one. Whoever waits is looked after ten times as often."),
		member("skew", duration(),
			func(c *Config) *time.Duration { return &c.Skew }, `"5s"`,
			"How far the clocks of clients may be off, where a key tells when it was made. Less than half of the `retention` of a tool with `key: timed`."),
		member("store", object("an object", storeFields()),
			func(c *Config) *Store { return &c.Store }, "{}",
			"Where records are kept."),
	}
}

func principalFields() []field[Principal] {
	return []field[Principal]{
		member("header", principalHeader(),
			func(p *Principal) *string { return &p.Header }, "",
			"Request header, set by an earlier filter, that holds the principal."),
		member("property", principalProperty(),
			func(p *Principal) *[]string { return &p.Property }, "",
			"Path of the gateway's property that holds the principal, such as a claim that an earlier filter has verified: "+
				`["metadata", "filter_metadata", "envoy.filters.http.jwt_authn", "payload", "sub"]`+", or "+
				`["connection", "uri_san_peer_certificate"]`+". Its value has to be text."),
		member("authorization", constant("true"),
			func(p *Principal) *bool { return &p.Authorization }, "",
			"The principal is the digest of `Authorization`: a new token is a new principal."),
	}
}

func calloutFields() []field[Config] {
	return []field[Config]{
		member("cluster", word("the name of a cluster"),
			func(c *Config) *string { return &c.CalloutCluster }, required,
			"Cluster of the MCP server, or of a listener of this gateway before it, so that what a route does applies to detached calls too."),
		member("details_header", text("a header name", headerName).shaped(tokenShape),
			func(c *Config) *string { return &c.DetailsHeader }, "",
			"Response header in which that listener gives Envoy's `%RESPONSE_CODE_DETAILS%`, over whatever the server has sent under this name. "+
				"Without it a failure to reach the server looks as if the server had answered it."),
	}
}

func adminFields() []field[Admin] {
	return []field[Admin]{
		member("path", adminPath(),
			func(a *Admin) *string { return &a.Path }, required,
			"The filter itself answers what is asked for at this path and below it, by whatever method."),
		member("secret", secret(),
			func(a *Admin) *string { return &a.Secret }, required,
			"What a request has to bring, as `Authorization: Bearer`. Whoever can read the gateway's configuration can read it."),
	}
}

// toolFields describe the policy of a tool. What effect may be is another thing
// in the defaults than in a rule.
func toolFields(effect kind[Effect]) []field[Tool] {
	return []field[Tool]{
		member("effect", effect,
			func(t *Tool) *Effect { return &t.Effect }, `"write"`,
			"Whether the tool changes anything. Calls of a tool that only reads pass."),
		member("key", choice[KeyRule](`"required", "timed", "pass" or "recover"`, "required", "timed", "pass", "recover"),
			func(t *Tool) *KeyRule { return &t.Key }, `"required"`,
			"What becomes of a call without a key: it is refused (`required`, `timed`), passes unprotected (`pass`), or gets the outcome "+
				"of an earlier identical call whose client left before it had it (`recover`; detached calls only, best effort). "+
				"With `timed` a key has to be a UUIDv7 or a ULID: it is then never run again after a restart or past its retention."),
		member("in_doubt", choice[InDoubtRule](`"refuse" or "retry"`, "refuse", "retry"),
			func(t *Tool) *InDoubtRule { return &t.InDoubt }, `"refuse"`,
			"What becomes of a retry when the outcome cannot be known: it is refused, or sent to the server again, under the same key. "+
				"`retry` is only for a server that honours the key."),
		member("execution", choice[Execution](`"auto", "inline" or "detached"`, "auto", "inline", "detached"),
			func(t *Tool) *Execution { return &t.Execution }, `"auto"`,
			"Inline through the route, or detached: sent by mcponce itself, so that a call survives its client. "+
				"`auto` is detached where `callout` is given and the client speaks MCP 2026-07-28 or later."),
		member("on_client_left", choice[ClientLeft](`"continue" or "cancel"`, "continue", "cancel"),
			func(t *Tool) *ClientLeft { return &t.ClientLeft }, `"continue"`,
			"What becomes of a call whose client leaves. It goes on and its outcome is recorded, as far as it is detached; "+
				"with `cancel` it is inline, the gateway gives it up with its client, and its outcome is in doubt."),
		member("tool_timeout", timeout(),
			func(t *Tool) *time.Duration { return &t.ToolTimeout }, `"5m"`,
			"Longest run of a detached call. An inline call is bounded by the route's timeout, which must be at least this."),
		member("retention", duration(),
			func(t *Tool) *time.Duration { return &t.Retention }, `"24h"`,
			"How long a record is kept after its last change. Longer than `tool_timeout`."),
		member("wait", pause(),
			func(t *Tool) *time.Duration { return &t.Wait }, `"30s"`,
			"How long an attempt waits for the end of an earlier one that is still running, before it is told `in_progress`."),
		member("retry_after", duration(),
			func(t *Tool) *time.Duration { return &t.RetryAfter }, `"1s"`,
			"When to come again, told with `in_progress`, `store` and `unreachable`."),
		member("outcomes", outcomes(),
			func(t *Tool) *Outcomes { return &t.Outcomes }, "",
			"What an HTTP status (`http_404`) or the code of a JSON-RPC error (`error_-32050`) proves, where the server's contract says "+
				"more than is built in: nothing was executed (`release`), nobody knows (`in_doubt`), or the error is the outcome (`done`, of "+
				"a code only). A status is looked at before a code. Never about results, nor -32800."),
		member("ignore", pointers(),
			func(t *Tool) *[]Pointer { return &t.Ignore }, "",
			"JSON Pointers (RFC 6901) to members of the arguments that may differ between two attempts of one action."),
		member("argument_key", pointer("/idempotency_key"),
			func(t *Tool) *Pointer { return &t.ArgumentKey }, "",
			"JSON Pointer to where the arguments hold a key, beside the places of `keys`. It stays in the arguments."),
		member("annotations", choice[Annotations](`"ignore" or "trust"`, "ignore", "trust"),
			func(t *Tool) *Annotations { return &t.Annotations }, `"ignore"`,
			"What the server's annotations of the tool are worth. With `trust`, `readOnlyHint` in the last `tools/list` answer that passed makes "+
				"its calls pass as those of a reading tool, and `idempotentHint` lets calls without a key pass. Until a list was seen nothing does."),
		member("advertise", toggle(),
			func(t *Tool) *bool { return &t.Advertise }, "false",
			"Whether `tools/list` answers (JSON, not compressed, of at most 512 KiB) show the tool with a further argument `idempotency_key`. "+
				"A call's is its key, and the server gets the call without it. Not where the tool has an argument of this name itself."),
		member("max_attempts", integer(1, 1_000_000),
			func(t *Tool) *int { return &t.MaxAttempts }, "100",
			"Refused submissions and released tries of one action; then it is refused as `too_many`."),
		member("max_result", size(1<<30, "1GiB"),
			func(t *Tool) *int { return &t.MaxResult }, `"256KiB"`,
			"Longest outcome that is kept. The first caller gets a longer one whole; a retry is told `committed`."),
		member("recover_window", duration(),
			func(t *Tool) *time.Duration { return &t.RecoverWindow }, `"10m"`,
			"With `key: recover`: how long after its end the outcome of a call can be adopted by an identical one."),
		member("recover_grace", pause(),
			func(t *Tool) *time.Duration { return &t.RecoverGrace }, `"500ms"`,
			"With `key: recover`: how long a call waits beside an identical one whose client seems to be there still, before it runs "+
				"as an action of its own."),
	}
}

// ruleFields describe one rule: its patterns, and what it says of its tools. That
// is read over the defaults, so that these fields have none of their own.
func ruleFields() []field[rule] {
	fields := []field[rule]{
		member("match", list(`a list of tool names such as ["get_*"]`, toolPattern(), ""),
			func(r *rule) *[]glob { return &r.match }, required,
			"Tool names, compared exactly. `*` stands for any run of characters."),
		member("hosts", list(`a list of hosts such as ["*.example.com"]`, hostPattern(), ""),
			func(r *rule) *[]glob { return &r.hosts }, "",
			"Hosts at which the rule holds; all if not said. The request's `:authority` is compared in lower case, without port and without a dot "+
				"at its end. Clients choose it: see the documentation on what has to be routed by it."),
		member("paths", list(`a list of paths such as ["/bank/*"]`, pathPattern(), ""),
			func(r *rule) *[]glob { return &r.paths }, "",
			"Paths at which the rule holds; all if not said. They are compared as `paths` are; a call whose path can be read as one "+
				"under the rule and as one outside is refused."),
	}
	effect := choice[Effect](`"write" or "read"`, "write", "read")
	for _, f := range toolFields(effect) {
		own := f.doc[0]
		fields = append(fields, field[rule]{
			name: f.name,
			read: func(v value, r *rule) { f.read(v, &r.tool) },
			doc:  []fieldDoc{{own.path, own.want, "defaults." + own.path, own.meaning, own.shape}},
		})
	}
	return fields
}

func storeFields() []field[Store] {
	return []field[Store]{
		member("local", object("an object", localFields()),
			func(s *Store) *Store { return s }, "{}",
			"The store in the memory of one Envoy process."),
		member("epoch", visible(64),
			func(s *Store) *string { return &s.Epoch }, `"1"`,
			"Another epoch begins anew: records of the old one are no longer seen."),
	}
}

func localFields() []field[Store] {
	return []field[Store]{
		member("records", integer(1<<10, 1<<26),
			func(s *Store) *int { return &s.Records }, "1048576",
			"Most live records. Beyond them new governed calls are refused."),
		member("bytes", size[int64](1<<40, "1024GiB"),
			func(s *Store) *int64 { return &s.Bytes }, `"256MiB"`,
			"Most bytes of kept outcomes. Beyond them the record alone is kept."),
	}
}
