package mcp

import (
	"slices"
	"testing"
)

func TestEveryValueOfAHeaderIsSeenInOrder(t *testing.T) {
	h := untyped("a", "1", "b", "x,y", "a", "", "a", "1")
	if got := h.Values("a"); !slices.Equal(got, []string{"1", "", "1"}) {
		t.Errorf("got %q", got)
	}
	if got := h.Values("c"); got != nil {
		t.Errorf("got %q of a header that is absent", got)
	}
	if h.Get("a") != "1" || h.Get("b") != "x,y" || h.Get("c") != "" {
		t.Errorf("got %q, %q, %q", h.Get("a"), h.Get("b"), h.Get("c"))
	}
}

func TestClientsThatAcceptOnlyEventStreamsGetThem(t *testing.T) {
	for _, c := range []struct {
		name    string
		headers Headers
		want    bool
	}{
		{"nothing said", untyped(), false},
		{"JSON", untyped("accept", "application/json"), false},
		{"both", untyped("accept", "application/json, text/event-stream"), false},
		{"both, event stream first", untyped("accept", "text/event-stream,application/json;q=0.1"), false},
		{"both in two headers", untyped("accept", "text/event-stream", "accept", "application/json"), false},
		{"anything", untyped("accept", "*/*"), false},
		{"event stream or anything", untyped("accept", "text/event-stream, */*;q=0.1"), false},
		{"event stream or any application", untyped("accept", "text/event-stream, application/*"), false},
		{"text that is no event stream", untyped("accept", "text/html"), false},
		{"empty", untyped("accept", ""), false},

		{"event stream", untyped("accept", "text/event-stream"), true},
		{"event stream in capitals", untyped("accept", " Text/Event-Stream ; q=1"), true},
		{"event stream and other text", untyped("accept", "text/html, text/event-stream"), true},
		{"any text", untyped("accept", "text/*"), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := WantsSSE(c.headers); got != c.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
