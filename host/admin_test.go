package host_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"mcponce/host"
)

// An operator's requests, step by step: the filter answers them itself, and nothing of them reaches the server.

const (
	secret     = "0123456789abcdef-0123456789abcdef"
	orders     = "/mcponce/records"
	toExecuted = `{"resolve": "executed"}`
	toNot      = `{"resolve": "not_executed"}`
)

var adminConfig = strings.Replace(scriptedConfig, `{`, `{"admin": {"path": "/mcponce", "secret": "`+secret+`"}, `, 1)

// operated is a gateway with an operator's path, and what it warns of.
func operated(t *testing.T) (*bench, *[]string) {
	warnings := &[]string{}
	b := scripted(t, plugin(t), func(o *host.Options) {
		o.Plugin.Configuration = adminConfig
		o.Log = func(level host.Level, line string) {
			if level == host.LevelWarn {
				*warnings = append(*warnings, line)
			}
		}
	})
	return b, warnings
}

var bearer = [2]string{"authorization", "Bearer " + secret}

// ask sends a request of an operator's to a worker.
func (b *bench) ask(worker int, method, path, body string, headers ...[2]string) (status int, answer string) {
	b.t.Helper()
	m := host.Post(path, body, headers...)
	m.Headers[0][1] = method
	got := b.Send(worker, m).Answer()
	b.nothingUpstream()
	return got.Status, got.Body
}

func (b *bench) records(query string) gjson.Result {
	b.t.Helper()
	status, body := b.ask(1, "GET", orders+query, "", bearer)
	if status != 200 || !gjson.Valid(body) {
		b.t.Fatalf("got %d, %s; want records", status, body)
	}
	return gjson.Parse(body)
}

// resolve posts an order on worker 1.
func (b *bench) resolve(id, order string) (status int, answer gjson.Result) {
	b.t.Helper()
	status, body := b.ask(1, "POST", orders+"/"+id, order, bearer, [2]string{"x-mcponce-operator", "olga@ops"})
	return status, gjson.Parse(body)
}

// doubt puts an action in doubt, and gives its name.
func (b *bench) doubt(tool, key string) (id string) {
	b.t.Helper()
	first := b.call(0, tool, key)
	b.upstream().Reset()
	b.want(first, "in_doubt upstream_reset")
	short := gjson.Get(first.Answer().Body, "error.data.action").String()
	for _, r := range b.records("?state=in_doubt").Get("records").Array() {
		if id := r.Get("action").String(); strings.HasPrefix(id, short) {
			return id
		}
	}
	b.t.Fatalf("no record in doubt begins with %q", short)
	return ""
}

func TestWithoutTheSecretAnOperatorsPathTellsNothing(t *testing.T) {
	b, warnings := operated(t)
	id := b.doubt("inline", "k")
	*warnings = nil
	for name, headers := range map[string][][2]string{
		"nothing":          nil,
		"no token":         {{"authorization", "Bearer"}},
		"another token":    {{"authorization", "Bearer " + strings.Replace(secret, "0", "1", 1)}},
		"a part of it":     {{"authorization", "Bearer " + secret[:32]}},
		"more than it":     {{"authorization", "Bearer " + secret + "0"}},
		"another scheme":   {{"authorization", "Basic " + secret}},
		"the secret alone": {{"authorization", secret}},
		"two of them":      {bearer, bearer},
	} {
		for _, asked := range []struct{ method, path, body string }{
			{"GET", orders, ""}, {"POST", orders + "/" + id, toExecuted}, {"DELETE", orders, ""}, {"GET", "/mcponce", ""},
			{"GET", "/mcponce/none", ""}, {"GET", "//mcponce/records", ""}, {"POST", "/MCPonce/x", "{}"}, {"HEAD", orders, ""},
		} {
			if status, answer := b.ask(1, asked.method, asked.path, asked.body, headers...); status != 401 || answer != "" {
				t.Errorf("%s, %s %s: got %d %q; want 401 and nothing else", name, asked.method, asked.path, status, answer)
			}
		}
	}
	b.want(b.call(1, "inline", "k"), "in_doubt upstream_reset")
	if len(*warnings) != 0 {
		t.Errorf("the log has %v", *warnings)
	}
}

func TestAnOperatorIsToldWhatIsExpected(t *testing.T) {
	b, _ := operated(t)
	id := b.doubt("inline", "k")
	name := [2]string{"x-mcponce-operator", "olga"}
	for _, c := range []struct {
		name, method, path, body string
		headers                  [][2]string
		status                   int
	}{
		{"deletes", "DELETE", orders, "", nil, 405},
		{"posts to all", "POST", orders, toExecuted, [][2]string{name}, 405},
		{"reads one", "GET", orders + "/" + id, "", nil, 405},
		{"puts", "PUT", orders + "/" + id, toExecuted, [][2]string{name}, 405},
		{"the path itself", "GET", "/mcponce", "", nil, 404},
		{"another spelling", "GET", "/mcponce//records", "", nil, 404},
		{"short name", "POST", orders + "/" + id[:12], toExecuted, [][2]string{name}, 404},
		{"no record", "POST", orders + "/" + strings.Repeat("0", 64), toExecuted, [][2]string{name}, 404},
		{"unknown state", "GET", orders + "?state=lost", "", nil, 400},
		{"absent", "GET", orders + "?state=absent", "", nil, 400},
		{"unknown parameter", "GET", orders + "?tool=pay", "", nil, 400},
		{"no cursor", "GET", orders + "?cursor=x", "", nil, 400},
		{"cursor past the end", "GET", orders + "?cursor=4294967295", "", nil, 400},
		{"no operator", "POST", orders + "/" + id, toExecuted, nil, 400},
		{"blank in the operator", "POST", orders + "/" + id, toExecuted, [][2]string{{"x-mcponce-operator", "olga k"}}, 400},
		{"long operator", "POST", orders + "/" + id, toExecuted, [][2]string{{"x-mcponce-operator", strings.Repeat("o", 65)}}, 400},
		{"no order", "POST", orders + "/" + id, "", [][2]string{name}, 400},
		{"another word", "POST", orders + "/" + id, `{"resolve": "done"}`, [][2]string{name}, 400},
		{"two words", "POST", orders + "/" + id, `{"resolve": "executed", "resolve": "not_executed"}`, [][2]string{name}, 400},
		{"more words", "POST", orders + "/" + id, `{"resolve": "executed", "why": "seen"}`, [][2]string{name}, 400},
		{"no JSON", "POST", orders + "/" + id, `executed`, [][2]string{name}, 400},
		{"long order", "POST", orders + "/" + id, strings.Repeat(" ", 2000) + toExecuted, [][2]string{name}, 413},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, answer := b.ask(0, c.method, c.path, c.body, append(c.headers, bearer)...)
			if status != c.status || gjson.Get(answer, "error").String() == "" {
				t.Errorf("got %d %s; want %d and an error", status, answer, c.status)
			}
		})
	}
	b.want(b.call(1, "inline", "k"), "in_doubt upstream_reset")
}

func TestRecordsAreShownByState(t *testing.T) {
	b, _ := operated(t)
	doubted := b.doubt("inline", "d")
	b.call(0, "inline", "running")
	done := b.call(0, "detached", "done")
	b.upstream()
	b.upstream().Answer(host.JSON(200, executed))
	b.want(done, "executed")
	for query, want := range map[string]string{
		"": "done in_doubt pending", "?state=done": "done", "?state=pending": "pending", "?state=open": "", "?state=in_doubt&cursor=0": "in_doubt",
	} {
		var states []string
		for _, r := range b.records(query).Get("records").Array() {
			states = append(states, r.Get("state").String())
		}
		if slices.Sort(states); strings.Join(states, " ") != want {
			t.Errorf("%q: got %v; want %s", query, states, want)
		}
	}
	r := b.records("?state=in_doubt").Get("records.0")
	if r.Get("action").String() != doubted || r.Get("reason").String() != "upstream_reset" || r.Get("attempts").Int() != 1 ||
		!r.Get("firstSeen").Exists() || !r.Get("changed").Exists() || !r.Get("expires").Exists() || r.Get("outcome").Exists() {
		t.Errorf("got %s", r)
	}
	r = b.records("?state=done").Get("records.0")
	if r.Get("outcome").String() != "result" || !r.Get("stored").Bool() || r.Get("size").Int() == 0 {
		t.Errorf("got %s", r)
	}
	if r = b.records("?state=pending").Get("records.0"); r.Get("expires").Exists() {
		t.Errorf("got %s; want no end of what has not begun to end", r)
	}
}

func TestRecordsComeInPages(t *testing.T) {
	const n = 300
	b, _ := operated(t)
	for i := range n {
		b.call(i%2, "inline", fmt.Sprint(i))
		b.upstream().Answer(host.JSON(200, executed))
	}
	seen, pages := map[string]bool{}, 0
	for cursor := "0"; cursor != ""; pages++ {
		page := b.records("?cursor=" + cursor)
		for _, r := range page.Get("records").Array() {
			seen[r.Get("action").String()] = true
		}
		cursor = page.Get("next").String()
	}
	if len(seen) != n || pages != 2 {
		t.Errorf("got %d records on %d pages; want %d on 2", len(seen), pages, n)
	}
}

func TestResolvedAsExecuted(t *testing.T) {
	b, warnings := operated(t)
	id := b.doubt("inline", "k")
	*warnings = nil
	status, r := b.resolve(id, toExecuted)
	if status != 200 || r.Get("state").String() != "done" || r.Get("resolved").String() != "executed" || r.Get("outcome").String() != "resolved" {
		t.Errorf("got %d %s; want done", status, r)
	}
	retry := b.call(0, "inline", "k")
	b.want(retry, "committed")
	if body := retry.Answer().Body; gjson.Get(body, "error.data.outcome").String() != "resolved" || !strings.Contains(body, "operator") {
		t.Errorf("the client is told %s", body)
	}
	b.nothingUpstream()
	b.audited(*warnings, id[:12]+`: done, resolved as executed by "olga@ops"; it was in_doubt, upstream_reset`, "mcponce.resolved.executed")
}

func TestResolvedAsNotExecuted(t *testing.T) {
	b, warnings := operated(t)
	id := b.doubt("inline", "k")
	*warnings = nil
	if status, r := b.resolve(id, toNot); status != 200 || r.Get("state").String() != "released" || r.Get("resolved").String() != "not_executed" {
		t.Errorf("got %d %s; want released", status, r)
	}
	again := b.call(0, "inline", "k")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(again, "executed")
	b.want(b.call(1, "inline", "k"), "replayed")
	b.audited(*warnings, id[:12]+`: released, resolved as not_executed by "olga@ops"; it was in_doubt, upstream_reset`, "mcponce.resolved.not_executed")
}

// audited: one line, and one count.
func (b *bench) audited(warnings []string, line, metric string) {
	b.t.Helper()
	if len(warnings) != 1 || warnings[0] != line {
		b.t.Errorf("the log has %q; want %q", warnings, line)
	}
	if n := b.Metrics()[metric].Value; n != 1 {
		b.t.Errorf("%s is %d; want 1", metric, n)
	}
}

func TestOnlyWhatIsInDoubtIsResolved(t *testing.T) {
	b, warnings := operated(t)
	running := b.call(0, "inline", "k")
	b.upstream()
	id := b.records("").Get("records.0.action").String()
	refused := func(state string) {
		t.Helper()
		for _, order := range []string{toExecuted, toNot} {
			if status, r := b.resolve(id, order); status != 409 || r.Get("state").String() != state {
				t.Errorf("got %d %s; want 409 and %s", status, r, state)
			}
		}
	}
	refused("pending")
	running.Leave()
	*warnings = nil
	if status, _ := b.resolve(id, toExecuted); status != 200 {
		t.Errorf("got %d; want it resolved", status)
	}
	refused("done")
	if len(*warnings) != 1 {
		t.Errorf("the log has %q; want one resolution", *warnings)
	}
}

func TestAnOrderInPartsIsOne(t *testing.T) {
	b, _ := operated(t)
	id := b.doubt("inline", "k")
	m := host.Post(orders+"/"+id, toNot, bearer, [2]string{"x-mcponce-operator", "olga"})
	c := b.Open(1, m.Headers, false)
	c.Data(toNot[:9], false)
	if got := c.Answer().Status; got != 0 {
		t.Fatalf("half an order was answered with %d", got)
	}
	c.Data(toNot[9:], true)
	if got := c.Answer().Status; got != 200 {
		t.Errorf("got %d; want 200", got)
	}
	b.nothingUpstream()
}

func TestWithoutAConfigurationThereIsNoOperatorsPath(t *testing.T) {
	b := scripted(t, plugin(t), unchanged)
	c := b.Send(0, host.Post(orders, toExecuted, bearer))
	b.upstream().Answer(host.JSON(404, "{}"))
	if got := c.Answer().Status; got != 404 {
		t.Errorf("got %d; want the server's 404", got)
	}
}
