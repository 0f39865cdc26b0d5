package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const secret = "0123456789abcdef-0123456789abcdef"

// operated is the smallest configuration with an operator's path, and calls that end with their clients.
var operated = strings.NewReplacer(
	`"callout": {"cluster": "mcp_upstream"},`, `"admin": {"path": "/mcponce", "secret": "`+secret+`"},`).Replace(smallest)

// withDoubts serves while the operator works; the calls of these keys are in doubt.
func withDoubts(t *testing.T, keys []string, work func(o operator)) (log string) {
	t.Helper()
	server := startOrigin(t)
	s := command(t)
	s.Upstream, s.Config = server.URL, file(t, operated)
	secretFile := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secretFile, []byte(secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var out bytes.Buffer
	if err := s.run(ctx, &out, func(url, admin string) {
		defer stop()
		defer server.release()
		for i, key := range keys {
			call, leave := context.WithCancel(ctx)
			go send(call, url, key)
			receive(t, server.arrived, "the call")
			leave()
			await(t, "the doubt", func() bool {
				metrics, err := get(admin + "/metrics")
				return err == nil && strings.Contains(metrics, "mcponce_doubts_reason_client_left "+string(rune('1'+i)))
			})
		}
		work(operator{URL: url + "/mcponce", SecretFile: secretFile})
	}); err != nil {
		t.Error(err)
	}
	return out.String()
}

func listed(t *testing.T, c records) string {
	t.Helper()
	var out bytes.Buffer
	if err := c.run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestOperatorFindsADoubtAndResolvesIt(t *testing.T) {
	log := withDoubts(t, []string{"a", "b"}, func(o operator) {
		table := strings.Split(strings.TrimSpace(listed(t, records{operator: o, State: "in_doubt"})), "\n")
		if len(table) != 3 || !strings.HasPrefix(table[0], "ACTION ") || !strings.Contains(table[1], "in_doubt  client_left") {
			t.Fatalf("got %q; want two actions in doubt", table)
		}
		for i, what := range []string{"executed", "not-executed"} {
			var out bytes.Buffer
			c := resolve{operator: o, Action: table[i+1][:shortAction], What: what, Who: "olga@ops"}
			if err := c.run(t.Context(), &out); err != nil {
				t.Fatal(err)
			}
			if state := []string{" is done now: ", " is released now: "}[i]; !strings.Contains(out.String(), c.Action+state) {
				t.Errorf("got %q; want it to say%s", out.String(), state)
			}
			if err := c.run(t.Context(), &out); err == nil || !strings.Contains(err.Error(), "no action in doubt begins with "+c.Action) {
				t.Errorf("again: got %v; want that there is no such doubt", err)
			}
		}
		var all struct{ Records []kept }
		if err := json.Unmarshal([]byte(listed(t, records{operator: o, JSON: true})), &all); err != nil {
			t.Fatal(err)
		}
		if len(all.Records) != 2 || len(all.Records[0].Action) != 64 || all.Records[0].Resolved == "" {
			t.Errorf("got %+v; want both records, whole names, and that they were resolved", all.Records)
		}
		if text := listed(t, records{operator: o, State: "in_doubt"}); text != "no records\n" {
			t.Errorf("got %q; want no doubt left", text)
		}
	})
	for _, want := range []string{`: done, resolved as executed by "olga@ops"; it was in_doubt, client_left`, `: released, resolved as not_executed by "olga@ops"`} {
		if strings.Count(log, want) != 1 {
			t.Errorf("want one line of the log with %q, got\n%s", want, log)
		}
	}
	if strings.Contains(log, "unguarded") || strings.Contains(log, "/mcponce") {
		t.Errorf("the log takes the operator for a client:\n%s", log)
	}
}

// pages is a gateway whose records come on a page each.
func pages(t *testing.T, records ...string) operator {
	t.Helper()
	t.Setenv("MCPONCE_SECRET", secret)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(r.URL.Query().Get("cursor"))
		switch {
		case r.Header.Get("Authorization") != "Bearer "+secret:
			w.WriteHeader(http.StatusUnauthorized)
		case r.Method == http.MethodPost:
			w.WriteHeader(http.StatusConflict)
			io.WriteString(w, `{"error":"only a doubt","state":"done"}`)
		case r.URL.Path != "/mcponce/records":
			http.Redirect(w, r, "/mcponce/records", http.StatusFound)
		case err != nil:
			w.WriteHeader(http.StatusBadRequest)
		case n < len(records)-1:
			fmt.Fprintf(w, `{"records":[%s],"next":"%d"}`, records[n], n+1)
		default:
			fmt.Fprintf(w, `{"records":[%s]}`, records[n])
		}
	}))
	t.Cleanup(server.Close)
	return operator{URL: server.URL + "/mcponce/"}
}

func doubted(action string) string { return fmt.Sprintf(`{"action":%q,"state":"in_doubt"}`, action) }

func TestAllPagesAreRead(t *testing.T) {
	one, two := strings.Repeat("1", 64), strings.Repeat("2", 64)
	text := listed(t, records{operator: pages(t, doubted(one), "", doubted(two))})
	if !strings.Contains(text, one[:12]+"  in_doubt") || !strings.Contains(text, two[:12]+"  in_doubt") {
		t.Errorf("got\n%s", text)
	}
}

func TestOperatorIsToldWhatIsWrong(t *testing.T) {
	one, two := strings.Repeat("1", 63)+"a", strings.Repeat("1", 63)+"b"
	o := pages(t, doubted(one), doubted(two))
	at := func(url string) operator { return operator{URL: url} }
	order := func(o operator, action string) func() error {
		c := resolve{operator: o, Action: action, What: "executed"}
		return func() error { return c.run(t.Context(), io.Discard) }
	}
	list := func(o operator) func() error {
		c := records{operator: o}
		return func() error { return c.run(t.Context(), io.Discard) }
	}
	for name, c := range map[string]struct {
		secret string
		run    func() error
		want   string
	}{
		"ambiguous":        {secret, order(o, one[:12]), "2 actions in doubt begin with 111111111111, want more digits of one of\n  " + one + "\n  " + two},
		"not in doubt":     {secret, order(o, strings.Repeat("2", 12)), "no action in doubt begins with 222222222222."},
		"too short":        {secret, order(o, "1111"), `ACTION: want 12 to 64 digits of 0-9 and a-f, got "1111"`},
		"too long":         {secret, order(o, one+"1"), `ACTION: want 12 to 64 digits`},
		"no digits":        {secret, order(o, "11111111111G"), `ACTION: want 12 to 64 digits`},
		"no URL":           {secret, list(at("127.0.0.1:1/mcponce")), "URL: want that of the gateway's admin path"},
		"no path":          {secret, list(at("http://127.0.0.1:1/")), "URL: want that of the gateway's admin path"},
		"no secret":        {" ", list(o), "want the secret of the gateway's admin path in --secret-file or in the environment's MCPONCE_SECRET"},
		"no secret file":   {secret, list(operator{URL: o.URL, SecretFile: "none"}), "--secret-file: open none: no such file"},
		"another secret":   {"x" + secret, list(o), "the gateway has another secret"},
		"another path":     {secret, list(at(o.URL + "x")), "HTTP status 302, not by mcponce: is this the gateway's admin path"},
		"refused order":    {secret, order(o, one), "only a doubt; this record is done"},
		"nobody listening": {secret, list(at("http://127.0.0.1:1/mcponce")), "connection refused"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("MCPONCE_SECRET", c.secret)
			err := c.run()
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), secret) {
				t.Errorf("got %v\nwant %q", err, c.want)
			}
		})
	}
}
