package mcp

import (
	"strings"
	"testing"
)

const (
	progress = `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1,"result":{}}}`
	elicit   = `{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"message":"sure?"}}`
	failed   = `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"no"}}`
)

func TestAnswerInAnEventStreamIsWholeAtTheBlankLine(t *testing.T) {
	const limit = 400
	large := strings.Repeat("x", limit)
	answer, length := resultOf(value1), len(message1)
	for _, c := range []struct {
		name   string
		marked string
		want   Answer
		size   int
	}{
		{"one event", "data: " + message1 + "\n\n^", answer, length},
		{"no space behind the colon", "data:" + message1 + "\n\n^", answer, length},
		{"two spaces behind the colon", "data:  " + message1 + "\n\n^", answer, length + 1},
		{"error", "data: " + failed + "\n\n^", Answer{Kind: ErrorAnswer, Code: -32603, Value: []byte(`{"code":-32603,"message":"no"}`)}, len(failed)},
		{"CRLF", "data: " + message1 + "\r\n\r^\n", answer, length},
		{"CR", "data: " + message1 + "\r\r^", answer, length},
		{"CRLF, then LF", "data: " + message1 + "\r\n\n^", answer, length},
		{"LF, then CRLF", ": x\n\ndata: " + message1 + "\n\r^\n", answer, length},
		{"byte order mark before data", "\xef\xbb\xbfdata: " + message1 + "\n\n^", answer, length},
		{"byte order mark before a field", "\xef\xbb\xbfevent: ping\ndata: " + failed + "\n\ndata: " + message1 + "\n\n^", answer, length},
		{"byte order mark before a blank line", "\xef\xbb\xbf\ndata: " + message1 + "\n\n^", answer, length},
		{"byte order mark later is part of the name", ": x\n\xef\xbb\xbfdata: " + failed + "\n\ndata: " + message1 + "\n\n^", answer, length},
		{"named message", "event: message\ndata: " + message1 + "\n\n^", answer, length},
		{"named message without a space", "event:message\ndata: " + message1 + "\n\n^", answer, length},
		{"name behind the data", "data: " + message1 + "\nevent: message\n\n^", answer, length},
		{"name taken back", "event: ping\nevent:\ndata: " + message1 + "\n\n^", answer, length},
		{"name taken back by a field without a value", "event: ping\nevent\ndata: " + message1 + "\n\n^", answer, length},
		{"id and retry", "id: 1\nretry: 100\ndata: " + message1 + "\nid: 2\n\n^", answer, length},
		{"comment before", ": hello\n\ndata: " + message1 + "\n\n^", answer, length},
		{"comment inside", "data: " + message1 + "\n: data: x\n\n^", answer, length},
		{"long comment", ":" + large + large + "\ndata: " + message1 + "\n\n^", answer, length},
		{"unknown fields", "foo: bar\ndata : x\nDATA: x\n data: x\ndata2: x\ndata: " + message1 + "\n\n^", answer, length},
		{"priming event", "id: 0\ndata:\n\ndata: " + message1 + "\n\n^", answer, length},
		{"priming event with a space", "data: \n\ndata: " + message1 + "\n\n^", answer, length},
		{"priming event without a colon", "data\n\ndata: " + message1 + "\n\n^", answer, length},
		{"events without data", "event: ping\n\nid: 3\n\n\n\ndata: " + message1 + "\n\n^", answer, length},
		{"message in lines", "data: {\"result\":\ndata: {\"a\":\r\ndata:1}}\n\n^", resultOf("{\"a\":\n1}"), 20},
		{"message with an empty line", "data: {\"result\":{\ndata\ndata:\ndata: }}\n\n^", resultOf("{\n\n\n}"), 16},
		{"a name inside the data", "data: {\"result\":\ndata: \"data: event: \"}\n\n^", resultOf(`"data: event: "`), 27},

		{"notifications before", "data: " + progress + "\n\ndata: " + progress + "\n\ndata: " + message1 + "\n\n^", answer, length},
		{"server's request with the same id", "data: " + elicit + "\n\ndata: " + message1 + "\n\n^", answer, length},
		{"events of another name", "event: ping\ndata: " + failed + "\n\nevent: messages\ndata: " + failed + "\n\ndata: " + message1 + "\n\n^", answer, length},
		{"name does not outlive its event", "event: ping\ndata: 1\n\ndata: " + message1 + "\n\n^", answer, length},
		{"data that is no JSON", "data: hello\n\ndata: " + message1 + "\n\n^", answer, length},
		{"content behind the answer", "data: " + message1 + "\n\n^: bye\n\ndata: " + failed + "\n\ndata: x", answer, length},

		{"too large a result", `data: {"result":"` + large + "\"}\n\n^", Answer{Kind: Unread}, limit + 13},
		{"too large a result in lines", "data: {\"result\":\ndata: \"" + large + "\"}\n\n^", Answer{Kind: Unread}, limit + 14},
		{"too large an error", `data: {"error":"` + large + "\"}\n\n^", Answer{Kind: Unread}, limit + 12},
		{"too large a notification before", `data: {"method":"x","params":"` + large + "\"}\n\ndata: " + message1 + "\n\n^", answer, length},
		{"too large a request with a result before", `data: {"method":"x","result":"` + large + "\"}\n\ndata: " + message1 + "\n\n^", answer, length},
		{"too large an event of another name before", "event: x\n" + `data: {"result":"` + large + "\"}\n\ndata: " + message1 + "\n\n^", answer, length},
		{"many events that are too large together", strings.Repeat("data: "+progress+"\n\n", 6) + "data: " + message1 + "\n\n^", answer, length},
		{"too large a message that does not end", `data: {"result":"` + large + "\"\n\n", Answer{}, 0},
		{"too large a text", "data: " + large + large + "\n\n", Answer{}, 0},

		{"empty", "", Answer{}, 0},
		{"no blank line", "data: " + message1 + "\n", Answer{}, 0},
		{"no line end", "data: " + message1, Answer{}, 0},
		{"cut in the message", "data: " + message1[:30], Answer{}, 0},
		{"cut message with a blank line", "data: " + message1[:30] + "\n\n", Answer{}, 0},
		{"no answer", "data: " + progress + "\n\ndata: " + elicit + "\n\n", Answer{}, 0},
		{"JSON without fields", message1 + "\n\n", Answer{}, 0},
		{"garbage behind the message", "data: " + message1 + "x\n\n", Answer{}, 0},
	} {
		t.Run(c.name, func(t *testing.T) { passing(sseType, limit, c.marked).check(t, c.want, c.size) })
	}
}

func TestEventStreamIsKnownByItsMediaType(t *testing.T) {
	for contentType, want := range map[string]bool{
		"text/event-stream":                true,
		"Text/Event-Stream; charset=utf-8": true,
		"application/json":                 false,
		"text/plain":                       false,
		"":                                 false,
	} {
		c := NewCollector(contentType, "", -1, 1000)
		if got := c.Feed([]byte("data: " + message1 + "\n\n")); got != want {
			t.Errorf("%q: an event is found: %v", contentType, got)
		}
	}
}
