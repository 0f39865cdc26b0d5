package mcp

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// body is a response body as it passes.
type body struct {
	contentType string
	length      int64 // -1: chunked
	limit       int
	text        string
	// whole is the number of bytes from which on the client may have all there is; -1: the end of the stream only.
	whole int
}

// passing cuts the mark ^ out of a text: it stands where the answer is whole. Without a mark that is nowhere before the end.
func passing(contentType string, limit int, marked string) body {
	before, after, ok := strings.Cut(marked, "^")
	b := body{contentType: contentType, length: -1, limit: limit, text: before + after, whole: -1}
	if ok {
		b.whole = len(before)
	}
	return b
}

// check feeds the body in every split into two chunks, and byte by byte. Each way gives the same answer, at the same byte.
func (b body) check(t *testing.T, want Answer, size int) {
	t.Helper()
	text := []byte(b.text)
	for i := range len(text) + 1 {
		b.feed(t, want, size, text[:i], text[i:])
	}
	b.feed(t, want, size, bytes.Split(text, nil)...)
}

func (b body) feed(t *testing.T, want Answer, size int, chunks ...[]byte) {
	t.Helper()
	c := NewCollector(b.contentType, "", b.length, b.limit)
	n := 0
	for _, chunk := range chunks {
		n += len(chunk)
		passed := bytes.Clone(chunk) // the host may take its buffer back
		if whole, due := c.Feed(passed), b.whole >= 0 && n >= b.whole; whole != due {
			t.Fatalf("after %d of %d bytes (%d chunks): the answer is whole: %v", n, len(b.text), len(chunks), whole)
		}
		clear(passed)
	}
	if got, gotSize := c.Answer(); !reflect.DeepEqual(got, want) || gotSize != size {
		t.Fatalf("%d chunks, the first of %d bytes:\ngot  %+v (%s), %d bytes\nwant %+v (%s), %d bytes", len(chunks), len(chunks[0]),
			got, got.Value, gotSize, want, want.Value, size)
	}
}

const (
	jsonType = "application/json"
	sseType  = "text/event-stream"
	message1 = `{"jsonrpc":"2.0","id":7,"result":{"content":[{"text":"a}\"{]"}]}}`
	value1   = `{"content":[{"text":"a}\"{]"}]}`
)

func resultOf(value string) Answer { return Answer{Kind: ResultAnswer, Value: []byte(value)} }

func TestAnswerInAJSONBodyIsWholeWhenItsTextIs(t *testing.T) {
	const roomy = 1000
	large := strings.Repeat("x", roomy)
	for _, c := range []struct {
		name   string
		marked string
		want   Answer
		size   int
	}{
		{"one message", message1 + `^`, resultOf(value1), len(message1)},
		{"line end behind", message1 + "^\n", resultOf(value1), len(message1)},
		{"white space before", " \r\n" + message1 + "^", resultOf(value1), 3 + len(message1)},
		{"garbage behind", message1 + `^ }garbage"`, resultOf(value1), len(message1)},
		{"second message behind", message1 + `^{"jsonrpc":"2.0","id":7,"error":{"code":-32700}}`, resultOf(value1), len(message1)},
		{"large garbage behind", message1 + `^` + large, resultOf(value1), len(message1)},
		{"indented", "{\n  \"result\": {\n \"a\" : 1 }\n}^\n", resultOf("{\n \"a\" : 1 }"), 28},

		{"nothing", ``, Answer{}, 0},
		{"text", `hello`, Answer{}, 0},
		{"page", `<style>a{b:c}</style>` + message1, Answer{}, 0},
		{"garbage before", `x` + message1, Answer{}, 0},
		{"cut", message1[:len(message1)-1], Answer{}, 0},
		{"cut in a string", message1[:len(message1)-9], Answer{}, 0},
		{"array", `[` + message1 + `]`, Answer{}, 0},
		{"number", `1`, Answer{}, 0},
		{"null", `null`, Answer{}, 0},
		{"bad grammar", `{"jsonrpc":"2.0","id":7,"result":{,}}`, Answer{}, 0},
		{"other brackets", `{"result":[}}`, Answer{}, 0},
		{"server's request", `{"jsonrpc":"2.0","id":7,"method":"ping","result":{}}`, Answer{}, 0},

		{"too large a result", `{"result":"` + large + `"}^`, Answer{Kind: Unread}, roomy + 13},
		{"too large an error", `{"id":7,"error":{"code":1,"data":"` + large + `"}}^`, Answer{Kind: Unread}, roomy + 37},
		{"too large, white space behind", `{"result":"` + large + "\"}^ \n\n", Answer{Kind: Unread}, roomy + 13},
		{"too large, result first", `{"result":{"a":"b"},"id":"` + large + `"}^`, Answer{Kind: Unread}, roomy + 28},
		{"too large a request of the server", `{"method":"x","params":"` + large + `"}`, Answer{}, 0},
		{"too large a request of the server, with a result", `{"method":"x","result":"` + large + `"}`, Answer{}, 0},
		{"too large an object of something else", `{"a":{"result":1},"b":["error",{"error":1}],"c":"` + large + `"}`, Answer{}, 0},
		{"too large an object of other names", `{"results":1,"errors":1,"resul":1,"":"` + large + `"}`, Answer{}, 0},
		{"too large an object of values that are names", `{"a":"result","b":"error","c":"` + large + `"}`, Answer{}, 0},
		{"too large, cut", `{"result":"` + large + `"`, Answer{}, 0},
		{"too large a text", large + large, Answer{}, 0},
	} {
		t.Run(c.name, func(t *testing.T) { passing(jsonType, roomy, c.marked).check(t, c.want, c.size) })
	}
}

func TestBodyOfExactlyTheLimitIsKept(t *testing.T) {
	for _, c := range []struct {
		name  string
		limit int
		want  Answer
	}{
		{"a byte to spare", len(message1) + 1, resultOf(value1)},
		{"exactly", len(message1), resultOf(value1)},
		{"a byte too many", len(message1) - 1, Answer{Kind: Unread}},
	} {
		t.Run(c.name, func(t *testing.T) {
			passing(jsonType, c.limit, message1+"^\n").check(t, c.want, len(message1))
			passing(sseType, c.limit, "data: "+message1+"\n\n^").check(t, c.want, len(message1))
		})
	}
}

func TestContentLengthEndsABody(t *testing.T) {
	for _, c := range []struct {
		name   string
		length int
		marked string
		want   Answer
		size   int
	}{
		{"of the message", len(message1), message1 + `^`, resultOf(value1), len(message1)},
		{"of the message and a line end", len(message1) + 1, message1 + "^\n", resultOf(value1), len(message1)},
		{"longer than the body", len(message1) + 10, message1 + `^`, resultOf(value1), len(message1)},
		{"of a text", 5, `hello^`, Answer{}, 0},
		{"of nothing", 0, `^`, Answer{}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := passing(jsonType, 1000, c.marked)
			b.length = int64(c.length)
			b.check(t, c.want, c.size)
		})
	}
}

func TestBodyThatBeganAndDidNotEndIsCut(t *testing.T) {
	for _, c := range []struct {
		name, contentType string
		length            int64
		text              string
		want              bool
	}{
		{"nothing", jsonType, -1, ``, false},
		{"text", jsonType, -1, `hello`, false},
		{"whole message that is no answer", jsonType, -1, `{"method":"x"}`, false},
		{"half a message", jsonType, -1, message1[:20], true},
		{"one byte of a message", jsonType, -1, `{`, true},
		{"half of a message too large to keep", jsonType, -1, `{"result":"` + strings.Repeat("x", 5000), true},
		{"nothing of what was announced", jsonType, 10, ``, true},
		{"text that is shorter than announced", jsonType, 10, `hello`, true},
		{"text as announced", jsonType, 5, `hello`, false},

		{"empty stream", sseType, -1, ``, false},
		{"stream of comments", sseType, -1, ": ping\n\n: pi", false},
		{"stream that was primed", sseType, -1, "id: 1\ndata:\n\n", false},
		{"stream that ended well", sseType, -1, "data: {\"method\":\"x\"}\n\n", false},
		{"event without its blank line", sseType, -1, "data: " + message1 + "\n", true},
		{"event without its line end", sseType, -1, "data: " + message1, true},
		{"event cut in the message", sseType, -1, "data: {\"jsonrpc\"", true},
		{"event cut behind the colon", sseType, -1, "data:", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			collector := NewCollector(c.contentType, "", c.length, 1000)
			collector.Feed([]byte(c.text))
			if collector.Cut() != c.want {
				t.Errorf("got cut: %v, answer %+v", collector.Cut(), collector.answer)
			}
		})
	}
}

func TestBodyWithAContentEncodingIsNotRead(t *testing.T) {
	for _, c := range []struct {
		name, encoding, text string
		want                 AnswerKind
	}{
		{"gzip", "gzip", message1, Encoded},
		{"gzip, spelled otherwise", " GZIP ", message1, Encoded},
		{"several", "identity, br", message1, Encoded},
		{"without a body", "gzip", "", NoAnswer},
		{"identity", "identity", message1, ResultAnswer},
		{"identity, spelled otherwise", " Identity", message1, ResultAnswer},
	} {
		for _, kind := range []string{jsonType, sseType} {
			t.Run(c.name+" "+kind, func(t *testing.T) {
				text := c.text
				if kind == sseType && text != "" {
					text = "data: " + text + "\n\n"
				}
				collector := NewCollector(kind, c.encoding, int64(len(text)), 1000)
				if whole := collector.Feed([]byte(text)); !whole {
					t.Error("all bytes are there, and the answer is not whole")
				}
				if got, _ := collector.Answer(); got.Kind != c.want {
					t.Errorf("got %+v, want kind %d", got, c.want)
				}
			})
		}
	}
}
