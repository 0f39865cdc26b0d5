package reply

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// replay is of an action that was first seen a millisecond after 2026-11-30T12:00 and is kept for a day.
var replay = Replay{ID: []byte("7"), FirstSeen: 1796040000001, Expires: 1796126400001}

const mark = `"mcponce/replayed":{"firstSeen":"2026-11-30T12:00:00.001Z","expires":"2026-12-01T12:00:00.001Z"}`

func result(value string) Outcome { return Outcome{Status: 200, Value: []byte(value)} }

func TestReplayAnswersUnderTheIDOfTheAttempt(t *testing.T) {
	for _, id := range []string{`9007199254740993`, `"1"`, `1`, `1.0`, `1e0`, `0`, `-0`, `""`, `"\u0041"`, `"c1d8d80b-2"`} {
		t.Run(id, func(t *testing.T) {
			r := replay
			r.ID = []byte(id)
			for _, o := range []Outcome{result(`[]`), {Status: 200, IsError: true, Value: []byte(`{"code":1}`)}} {
				body := string(r.Answer(o).Body)
				if !strings.HasPrefix(body, `{"jsonrpc":"2.0","id":`+id+`,"`) || !json.Valid([]byte(body)) {
					t.Errorf("got %s", body)
				}
			}
		})
	}
}

func TestReplayMarksTheResult(t *testing.T) {
	for _, c := range []struct{ name, result, want string }{
		{"no _meta", `{"content":[]}`, `{"_meta":{` + mark + `},"content":[]}`},
		{"_meta", `{"a":1,"_meta":{"b":2},"c":3}`, `{"a":1,"_meta":{` + mark + `,"b":2},"c":3}`},
		{"empty _meta", `{"_meta":{}}`, `{"_meta":{` + mark + `}}`},
		{"empty _meta with a space", `{"_meta": { }}`, `{"_meta": {` + mark + ` }}`},
		{"_meta by escape", `{"_met\u0061":{"b":2}}`, `{"_met\u0061":{` + mark + `,"b":2}}`},
		{"_meta deeper only", `{"a":{"_meta":{}}}`, `{"_meta":{` + mark + `},"a":{"_meta":{}}}`},
		{"_meta deeper first", `{"a":{"_meta":{"x":1}},"_meta":{"b":2}}`, `{"a":{"_meta":{"x":1}},"_meta":{` + mark + `,"b":2}}`},
		{"_meta in a text", `{"a":"\"_meta\":{}"}`, `{"_meta":{` + mark + `},"a":"\"_meta\":{}"}`},
		{"empty object", `{}`, `{"_meta":{` + mark + `}}`},
		{"empty object with white space", "{ \r\n\t}", "{\"_meta\":{" + mark + "} \r\n\t}"},
		{"spelling is kept", `{ "a" : 1.0 , "b":"\u0041" }`, `{"_meta":{` + mark + `}, "a" : 1.0 , "b":"\u0041" }`},
		{"_meta that is null", `{"_meta":null}`, `{"_meta":null}`},
		{"_meta that is an array", `{"_meta":[]}`, `{"_meta":[]}`},
		{"_meta that is a text", `{"_meta":"{}"}`, `{"_meta":"{}"}`},
		{"marked before", `{"_meta":{"mcponce/replayed":{"firstSeen":"x"}}}`, `{"_meta":{"mcponce/replayed":{"firstSeen":"x"}}}`},
		{"array", `[1]`, `[1]`},
		{"text", `"a"`, `"a"`},
		{"null", `null`, `null`},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := `{"jsonrpc":"2.0","id":7,"result":` + c.want + `}`
			if got := string(replay.Answer(result(c.result)).Body); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if !json.Valid([]byte(want)) {
				t.Errorf("no JSON is wanted: %s", want)
			}
		})
	}
}

func TestErrorsAreReplayedByteForByte(t *testing.T) {
	const value = `{ "code":-32603,"message":"no","data":{"_meta":{}} }`
	got := replay.Answer(Outcome{Status: 500, IsError: true, Value: []byte(value)})
	if want := `{"jsonrpc":"2.0","id":7,"error":` + value + `}`; string(got.Body) != want || got.Status != 500 {
		t.Errorf("got %d %s\nwant %s", got.Status, got.Body, want)
	}
}

func TestResultTypeIsAddedWhereItIsNeededAndMissing(t *testing.T) {
	for _, c := range []struct {
		name   string
		needed bool
		result string
		want   string
	}{
		{"needed, missing", true, `{"a":1}`, `{"resultType":"complete","_meta":{` + mark + `},"a":1}`},
		{"needed, missing from an empty object", true, `{}`, `{"resultType":"complete","_meta":{` + mark + `}}`},
		{"needed, missing, _meta there", true, `{"_meta":{},"a":1}`, `{"resultType":"complete","_meta":{` + mark + `},"a":1}`},
		{"needed, missing, no place for the mark", true, `{"_meta":1}`, `{"resultType":"complete","_meta":1}`},
		{"needed, there", true, `{"resultType":"input_required"}`, `{"_meta":{` + mark + `},"resultType":"input_required"}`},
		{"needed, deeper only", true, `{"a":{"resultType":"x"}}`, `{"resultType":"complete","_meta":{` + mark + `},"a":{"resultType":"x"}}`},
		{"needed of what is no object", true, `[]`, `[]`},
		{"not needed", false, `{"a":1}`, `{"_meta":{` + mark + `},"a":1}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := replay
			r.NeedsResultType = c.needed
			want := `{"jsonrpc":"2.0","id":7,"result":` + c.want + `}`
			if got := string(r.Answer(result(c.result)).Body); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func TestReplayCarriesTheFirstStatusAndTheKeptHeaders(t *testing.T) {
	o := outcome
	o.Headers = append([][2]string{{"content-type", "text/event-stream"}}, o.Headers...)
	for _, c := range []struct {
		sse     bool
		content string
	}{{false, "application/json"}, {true, "text/event-stream"}} {
		r := replay
		r.SSE = c.sse
		got := r.Answer(o)
		want := append([][2]string{{"content-type", c.content}, {"idempotent-replayed", "true"}}, outcome.Headers...)
		if got.Status != 201 || !reflect.DeepEqual(got.Headers, want) {
			t.Errorf("got %d %q, want 201 %q", got.Status, got.Headers, want)
		}
		if got.Name != "replayed" || got.Details != "mcponce_replayed" {
			t.Errorf("got name %q, details %q", got.Name, got.Details)
		}
	}
}

func TestReplayAsAnEventStreamIsOneEventWithoutAnID(t *testing.T) {
	for _, c := range []struct{ name, result, want string }{
		{"one line", `{"_meta":null,"a":1}`, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"_meta\":null,\"a\":1}}\n\n"},
		{"line ends between tokens", "{\"_meta\":null,\n\n \"a\":\r\n1\r}",
			"event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"_meta\":null,\ndata: \ndata:  \"a\":\ndata: 1\ndata: }}\n\n"},
		{"escaped line ends", `{"_meta":null,"a":"\r\n\n"}`,
			"event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"_meta\":null,\"a\":\"\\r\\n\\n\"}}\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := replay
			r.SSE = true
			if got := string(r.Answer(result(c.result)).Body); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestReplayDoesNotChangeTheRecordedOutcome(t *testing.T) {
	o := Outcome{Status: 200, Headers: [][2]string{{"etag", "1"}}, Value: []byte(`{"_meta":{"a":1},"b":2}   `)[:23]}
	kept := string(o.Value[:cap(o.Value)])
	r := replay
	r.NeedsResultType = true
	first := r.Answer(o)
	if second := r.Answer(o); !reflect.DeepEqual(first, second) || string(o.Value[:cap(o.Value)]) != kept {
		t.Errorf("the second replay differs: %s\n%s\n%s", first.Body, second.Body, o.Value)
	}
}
