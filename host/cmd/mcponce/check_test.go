package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

// checked runs mcponce check on a configuration.
func checked(t *testing.T, config string, tools ...string) (out, warned string, err error) {
	t.Helper()
	var o, w bytes.Buffer
	err = (&check{Config: "-", Tools: tools}).run(strings.NewReader(config), &o, &w)
	return o.String(), w.String(), err
}

// careful is a configuration without a warning.
const careful = `{
  "paths": ["/mcp"], "namespace": "bank", "principal": {"header": "x-user"}, "callout": {"cluster": "c"},
  "tools": [
    {"match": ["get_*", "balance"], "effect": "read"},
    {"match": ["pay"], "retention": "72h", "wait": "0s"},
    {"match": ["*"]}
  ]
}`

func TestCheckShowsWhatHoldsForEachTool(t *testing.T) {
	out, warned, err := checked(t, careful, "get_rates", "pay", "a b")
	want := `The filter accepts this configuration.

TOOL       RULE              EFFECT  RETENTION  WAIT
get_rates  tools[0] "get_*"  read    -          -
pay        tools[1] "pay"    write   72h        0s
"a b"      tools[2] "*"      write   24h        30s
built in: key required, in_doubt refuse, execution auto, on_client_left continue, tool_timeout 5m, retry_after 1s, annotations ignore, advertise false, max_attempts 100, max_result 256KiB, recover_window 10m, recover_grace 500ms

store  1048576 records and 256 MiB of results: at most 544 MiB of memory (plan for 1.15 times that), and the process itself
       carries 12.1 new actions a second, each kept 24h
       carries 4.04 new actions a second, each kept 72h
       holds 195938 results of 1 KiB; of further ones the record alone
`
	if err != nil || out != want || warned != "" {
		t.Errorf("%v, warned %q, got\n%s\nwant\n%s", err, warned, out, want)
	}
}

func TestCheckShowsEachPlaceWhereAToolHasAPolicyOfItsOwn(t *testing.T) {
	config := strings.Replace(careful, `{"match": ["pay"], "retention": "72h", "wait": "0s"},`,
		`{"match": ["pay"], "hosts": ["a.example", "*.b"], "paths": ["/mcp"], "retention": "72h", "ignore": ["/time"]},
    {"match": ["p*"], "paths": ["/mcp/eu"], "outcomes": {"http_404":  "release"}, "argument_key": "/key"},`, 1)
	out, warned, err := checked(t, config, "pay")
	table, _, _ := strings.Cut(out, "\n\nstore")
	want := `The filter accepts this configuration.

TOOL  RULE                               EFFECT  RETENTION  OUTCOMES                 IGNORE     ARGUMENT_KEY
pay   tools[1] "pay" a.example *.b /mcp  write   72h        -                        ["/time"]  -
pay   tools[2] "p*" /mcp/eu              write   24h        {"http_404": "release"}  -          /key
pay   tools[3] "*"                       write   24h        -                        -          -
`
	if err != nil || !strings.HasPrefix(table, want) || warned != "" {
		t.Errorf("%v, warned %q, got\n%s\nwant\n%s", err, warned, table, want)
	}
}

func TestCheckReportsAsJSON(t *testing.T) {
	var out, warned bytes.Buffer
	c := check{Config: "-", Tools: []string{"pay"}, JSON: true}
	if err := c.run(strings.NewReader(strings.Replace(careful, `"namespace": "bank", `, "", 1)), &out, &warned); err != nil {
		t.Fatal(err)
	}
	var got report
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatalf("%v, of\n%s", err, out.String())
	}
	if len(got.Tools) != 1 || got.Tools[0].Settings["retention"] != "72h" || got.Tools[0].Rule != "tools[1]" || got.Store.MemoryBytes != 544<<20 {
		t.Errorf("got %+v", got)
	}
	if len(got.Warnings) != 1 || warned.Len() != 0 {
		t.Errorf("warnings %q, on standard error %q; want that of the namespace, in the report alone", got.Warnings, warned.String())
	}
}

func TestCheckWarnsOfWhatTheFilterAccepts(t *testing.T) {
	without := func(member string) string { return strings.Replace(careful, member, "", 1) }
	with := func(old, new string) string { return strings.Replace(careful, old, new, 1) }
	for name, c := range map[string]struct{ config, want string }{
		"nothing":               {careful, ""},
		"no callout":            {without(`, "callout": {"cluster": "c"}`), "warning: callout: none, so that every call is inline"},
		"no namespace":          {without(`"namespace": "bank", `), "warning: namespace: none"},
		"all callers are one":   {with(`"principal": {"header": "x-user"}`, `"anonymous": "shared"`), "warning: anonymous: all callers are one"},
		"some callers are one":  {with(`"namespace"`, `"anonymous": "shared", "namespace"`), "warning: anonymous: all requests without a principal"},
		"token as principal":    {with(`{"header": "x-user"}`, `{"authorization": true}`), "warning: principal: the digest of Authorization"},
		"headers not held":      {with(`"namespace"`, `"hold_headers": "optional", "namespace"`), "warning: hold_headers: optional"},
		"short retention":       {with(`"72h"`, `"59m"`), "warning: tools[1]: retention 59m is shorter than clients retry (1h and more)"},
		"key not demanded":      {with(`"wait": "0s"`, `"key": "pass"`), "warning: tools[1]: a call without a key passes unprotected"},
		"recover, cancelled":    {with(`"wait": "0s"`, `"key": "recover", "on_client_left": "cancel"`), "warning: tools[1]: key: recover needs detached calls"},
		"recover, inline":       {with(`"wait": "0s"`, `"key": "recover", "execution": "inline"`), "warning: tools[1]: key: recover needs detached calls"},
		"recover":               {with(`"wait": "0s"`, `"key": "recover"`), "warning: tools[1]: key: recover is best effort"},
		"doubts are retried":    {with(`"wait": "0s"`, `"in_doubt": "retry"`), "warning: tools[1]: in_doubt: retry sends a call again"},
		"hints in a header":     {with(`"namespace"`, `"annotation_header": "x-hints", "namespace"`), "warning: annotation_header: whoever can send x-hints"},
		"annotations trusted":   {with(`"wait": "0s"`, `"annotations": "trust"`), "warning: tools[1]: annotations: trust"},
		"everything reads":      {with(`{"match": ["*"]}`, `{"match": ["**"], "effect": "read"}`), "warning: tools[2]: every tool that no earlier rule matches is said to read"},
		"laxer at a host":       {with(`"effect": "read"`, `"effect": "read", "hosts": ["dev"]`), "warning: tools[0]: its calls pass unprotected at some hosts"},
		"reads at a path":       {with(`{"match": ["*"]}`, `{"match": ["*"], "paths": ["/dev"], "effect": "read"}`), "warning: tools[2]: every tool that no earlier rule matches is said to read"},
		"short by defaults":     {with(",\n    {\"match\": [\"*\"]}\n  ]", `], "defaults": {"retention": "30m"}`), "warning: defaults: retention 30m"},
		"defaults of no effect": {with(`"tools"`, `"defaults": {"retention": "30m"}, "tools"`), "warning: tools[2]: retention 30m"},
	} {
		t.Run(name, func(t *testing.T) {
			_, warned, err := checked(t, c.config)
			lines := strings.Count(warned, "\n")
			if err != nil || !strings.HasPrefix(warned, c.want) || lines != min(1, len(c.want)) {
				t.Errorf("%v, got\n%s\nwant one warning that begins with %q", err, warned, c.want)
			}
		})
	}
}

func TestCheckRefusesAsTheFilterDoes(t *testing.T) {
	_, _, err := checked(t, `{
  "paths": ["/mcp"],
  "principal": {"header": "x-user"},
  "tools": [{"match": ["*"], "retain": "1h"}], "tick": 5
}`)
	want := `the filter refuses this configuration
standard input:4:30: tools[0].retain: unknown field (known: match, `
	if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.HasSuffix(err.Error(), "\nstandard input:4:56: tick: want a duration such as \"24h\", got 5") {
		t.Errorf("got %v\nwant %s… and the tick's fault", err, want)
	}
	if _, _, err := checked(t, "{"); err == nil || !strings.HasSuffix(err.Error(), "the grammar of JSON breaks at line 1, column 2") {
		t.Errorf("got %v; want where the grammar breaks", err)
	}
}

func TestExitStatusTellsWhetherTheConfigurationIsAccepted(t *testing.T) {
	for name, c := range map[string]struct {
		arguments []string
		in        string
		want      int
	}{
		"accepted, with a warning": {[]string{"check", file(t, smallest), "pay"}, "", 0},
		"accepted on stdin":        {[]string{"check", "-"}, smallest, 0},
		"refused":                  {[]string{"check", file(t, `{"paths": 1}`)}, "", 1},
		"refused on stdin":         {[]string{"check", "-"}, "", 1},
		"not there":                {[]string{"check", "none.json"}, "", 1},
		"no server to classify":    {[]string{"classify", "--header", "a: b, c", "http://127.0.0.1:1/mcp"}, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			command := exec.Command(commandFile(t), c.arguments...)
			command.Stdin = strings.NewReader(c.in)
			out, err := command.CombinedOutput()
			if command.ProcessState.ExitCode() != c.want {
				t.Errorf("%v: exit status %d, want %d; it said\n%s", err, command.ProcessState.ExitCode(), c.want, out)
			}
		})
	}
}
