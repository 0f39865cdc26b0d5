package load

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestArgumentsAreAnObjectOfTheirSize(t *testing.T) {
	for _, p := range Payloads() {
		var members map[string]any
		switch text := p.Arguments(); {
		case len(text) != p.Size:
			t.Errorf("%v: got %d bytes; want %d", p, len(text), p.Size)
		case json.Unmarshal([]byte(text), &members) != nil:
			t.Errorf("%v: want a JSON object, got %.80s", p, text)
		}
	}
}

func TestAnswerIsChecked(t *testing.T) {
	const body = `{"jsonrpc":"2.0","id":7,"result":{"receipt":"receipt-k7."}}`
	for name, c := range map[string]struct {
		status int
		body   string
		want   string // in the error; none if empty
	}{
		"right":             {200, body, ""},
		"status":            {503, body, "want status 200, got 503"},
		"other id":          {200, strings.Replace(body, `:7,`, `:71,`, 1), "want id 7"},
		"other key":         {200, strings.Replace(body, "k7.", "k71.", 1), "want receipt-k7."},
		"refusal under 200": {200, `{"jsonrpc":"2.0","id":7,"error":{"code":-31409,"message":"wait"}}`, "want receipt-k7."},
	} {
		t.Run(name, func(t *testing.T) {
			err := Answer{Status: c.status, Body: []byte(c.body)}.Check(7, "k7")
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v; want %q", err, c.want)
			}
		})
	}
}
