package reply

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"mcponce/plugin/jsonrpc"
	"mcponce/plugin/policy"
)

var styles = []struct {
	name  string
	style policy.ErrorStyle
}{{"rpc", policy.StyleRPC}, {"http", policy.StyleHTTP}, {"tool", policy.StyleTool}}

// TestRefusalsInEveryStyle compares whole answers. A directive has the Refusal's fields as arguments and its Detail as
// input; go test -rewrite writes the answers anew.
func TestRefusalsInEveryStyle(t *testing.T) {
	shown := map[Kind]bool{}
	datadriven.RunTest(t, "testdata/refusals.txt", func(t *testing.T, d *datadriven.TestData) string {
		r := scanRefusal(t, d)
		shown[r.Kind] = true
		var out strings.Builder
		for _, s := range styles {
			a := Refuse(s.style, r)
			fmt.Fprintf(&out, "%s: %d %s %s\n", s.name, a.Status, a.Name, a.Details)
			for _, h := range a.Headers {
				fmt.Fprintf(&out, "%s: %s\n", h[0], h[1])
			}
			fmt.Fprintf(&out, "%s\n", a.Body)
		}
		return out.String()
	})
	for k, is := range kinds {
		if !shown[Kind(k)] {
			t.Errorf("testdata/refusals.txt does not show kind %d, %s", k, is.name)
		}
	}
}

func scanRefusal(t *testing.T, d *datadriven.TestData) Refusal {
	r := Refusal{ID: []byte("7"), Detail: d.Input}
	var retryAfter, name string
	d.ScanArgs(t, "kind", &name)
	r.Kind = kindNamed(t, name)
	for name, field := range map[string]any{
		"reason": &r.Reason, "first-seen": &r.FirstSeen, "expires": &r.Expires, "attempts": &r.Attempts,
		"retry-after": &retryAfter, "outcome": &r.Outcome, "digest": &r.Digest, "size": &r.Size,
	} {
		d.MaybeScanArgs(t, name, field)
	}
	r.Keyless, r.SafeIfFirst = d.HasArg("keyless"), d.HasArg("safe-if-first")
	if retryAfter != "" {
		var err error
		if r.RetryAfter, err = time.ParseDuration(retryAfter); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// kindNamed finds a kind by its error.data.type; a continuation has that of a conflict.
func kindNamed(t *testing.T, name string) Kind {
	t.Helper()
	if name == "continuation" {
		return Continuation
	}
	for k, is := range kinds {
		if is.name == name {
			return Kind(k)
		}
	}
	t.Fatalf("no kind is named %q", name)
	return 0
}

func TestKindOfAFaultIsTheOneAboutTheRequestsForm(t *testing.T) {
	for code, want := range map[int]Kind{
		jsonrpc.CodeParse: ParseError, jsonrpc.CodeInvalidRequest: InvalidRequest, jsonrpc.CodeInvalidParams: InvalidParams,
		jsonrpc.CodeHeaderMismatch: HeaderMismatch, jsonrpc.CodeMediaType: MediaType, jsonrpc.CodeKeyMalformed: KeyMalformed,
		12345: Internal,
	} {
		if got := KindOf(code); got != want {
			t.Errorf("%d: got kind %d; want %d", code, got, want)
		}
	}
}

func TestRefusalHasTheNameCodeAndStatusOfTheTable(t *testing.T) {
	for _, c := range []struct {
		name      string
		code      int
		rpc, http int // HTTP status
	}{
		{"key_missing", -31400, 200, 422},
		{"key_malformed", -31400, 200, 422},
		{"no_principal", -31403, 403, 403},
		{"idempotency_key_in_progress", -31409, 200, 409},
		{"committed", -31410, 200, 409},
		{"in_doubt", -31411, 200, 409},
		{"too_large", -31413, 413, 413},
		{"media_type", -31415, 415, 415},
		{"idempotency_key_conflict", -31422, 200, 422},
		{"too_many", -31429, 200, 429},
		{"store", -31503, 200, 503},
		{"unreachable", -31504, 200, 503},
		{"parse_error", -32700, 400, 400},
		{"invalid_request", -32600, 400, 400},
		{"invalid_params", -32602, 400, 400},
		{"header_mismatch", -32020, 400, 400},
		{"internal_error", -32603, 500, 500},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, s := range styles {
				a := Refuse(s.style, Refusal{ID: []byte("7"), Kind: kindNamed(t, c.name)})
				want := c.rpc
				if s.style == policy.StyleHTTP {
					want = c.http
				}
				if a.Status != want || a.Name != c.name {
					t.Errorf("%s: got %d %s, want %d %s", s.name, a.Status, a.Name, want, c.name)
				}
				inResult := s.style == policy.StyleTool && c.rpc == 200
				checkRefusal(t, a, c.code, c.http, inResult)
			}
		})
	}
}

// checkRefusal looks at a refusal as a client does.
func checkRefusal(t *testing.T, a Answer, code, status int, inResult bool) {
	t.Helper()
	type data struct {
		Type   string
		Status int
	}
	var m struct {
		JSONRPC string
		ID      json.RawMessage
		Error   *struct {
			Code    int
			Message string
			Data    data
		}
		Result *struct {
			Content    []struct{ Type, Text string }
			IsError    bool
			ResultType string
			Meta       map[string]data `json:"_meta"`
		}
	}
	if err := json.Unmarshal(a.Body, &m); err != nil {
		t.Fatalf("%v: %s", err, a.Body)
	}
	if m.JSONRPC != "2.0" || string(m.ID) != "7" || (m.Error == nil) == (m.Result == nil) || (m.Result != nil) != inResult {
		t.Fatalf("got %s", a.Body)
	}
	want := data{a.Name, status}
	switch {
	case !inResult && (m.Error.Code != code || m.Error.Message == "" || m.Error.Data != want):
		t.Errorf("got error %+v", m.Error)
	case inResult && (!m.Result.IsError || m.Result.ResultType != "complete" || m.Result.Meta["mcponce/error"] != want ||
		len(m.Result.Content) != 1 || m.Result.Content[0].Type != "text" || m.Result.Content[0].Text == ""):
		t.Errorf("got result %+v", m.Result)
	}
	if a.Headers[0] != jsonContent || a.Details != "mcponce_"+a.Name || strings.ContainsAny(a.Details, " \t\r\n") {
		t.Errorf("got headers %q, details %q", a.Headers, a.Details)
	}
}

func TestRefusalAnswersUnderTheIDOfTheAttempt(t *testing.T) {
	for _, c := range []struct{ id, want string }{
		{`9007199254740993`, `9007199254740993`}, {`"1"`, `"1"`}, {`1.0`, `1.0`}, {`0`, `0`}, {`"\u0041"`, `"\u0041"`}, {`"\""`, `"\""`}, {``, `null`},
	} {
		r := Refusal{Kind: InDoubt}
		if c.id != "" {
			r.ID = []byte(c.id)
		}
		for _, s := range styles {
			body := string(Refuse(s.style, r).Body)
			if !strings.HasPrefix(body, `{"jsonrpc":"2.0","id":`+c.want+`,"`) || !json.Valid([]byte(body)) {
				t.Errorf("%s, style %s: got %s", c.id, s.name, body)
			}
		}
	}
}

func TestTextsAreWrittenAsJSON(t *testing.T) {
	const text = "a \"quoted\" \\ text,\x00\x1f\n\té 💸 \u2028"
	var m struct {
		Error struct {
			Message string
			Data    struct{ Reason string }
		}
	}
	body := Refuse(policy.StyleRPC, Refusal{Kind: ParseError, Detail: text, Reason: text}).Body
	if err := json.Unmarshal(body, &m); err != nil || m.Error.Data.Reason != text || !strings.HasSuffix(m.Error.Message, text+".") {
		t.Errorf("got %v, %s", err, body)
	}
}

func TestRetryAfterIsNeverTooEarly(t *testing.T) {
	for wait, want := range map[time.Duration]string{
		time.Millisecond: "1", time.Second: "1", 1001 * time.Millisecond: "2", 1500 * time.Millisecond: "2", time.Hour: "3600",
	} {
		a := Refuse(policy.StyleRPC, Refusal{Kind: InProgress, RetryAfter: wait})
		ms := fmt.Sprintf(`"retryAfterMs":%d}`, wait.Milliseconds())
		if got := a.Headers[len(a.Headers)-1]; got != [2]string{"retry-after", want} || !strings.Contains(string(a.Body), ms) {
			t.Errorf("%v: got %q, %s", wait, got, a.Body)
		}
	}
	for _, h := range Refuse(policy.StyleRPC, Refusal{Kind: InProgress}).Headers {
		if h[0] == "retry-after" {
			t.Errorf("got %q without a time to wait", h)
		}
	}
}
