package mcp

import (
	"reflect"
	"testing"
)

// What is found in an answer does not depend on how it comes: FuzzCollector feeds it whole, and in pieces of one size.
func FuzzCollector(f *testing.F) {
	for _, body := range []string{
		``, ` `, `{}`, `[1]`, `x`, `{"jsonrpc":"2.0","id":1,"result":{"content":[],"isError":true}}`,
		`{"id":1,"error":{"code":-32601,"message":"é"}} trailing`, `{"result":{"resultType":"input_required","requestState":"s","inputRequests":{"a":{}}}}`,
		`{"method":"x","result":1}`, `{"result":"a\\\"}{\u00e9"}`, `{"a":{"result":1}}`, "{\"result\":\"\xff\"}",
		"data: {\"result\":1}\n\n", "event: message\r\nid: 7\r\ndata: {\"result\":\r\ndata: 1}\r\n\r\n", ": note\ndata:\n\ndata: {\"error\":{\"code\":1}}\r\r",
		"event: other\ndata: {\"result\":1}\n\ndata: {\"result\":2}\n\n", "\xef\xbb\xbfdata: {\"result\":1}\n\n", "data: {\"result\":1}\n",
	} {
		f.Add([]byte(body), uint8(1))
		f.Add([]byte(body), uint8(3))
	}
	f.Fuzz(func(t *testing.T, body []byte, size uint8) {
		for _, contentType := range []string{typeJSON, typeSSE} {
			for _, limit := range []int{8, 1 << 10} {
				want := collected(contentType, limit, body, len(body)+1)
				got := collected(contentType, limit, body, int(size)+1)
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("%s, limit %d, %q in pieces of %d:\ngot  %+v\nwant %+v", contentType, limit, body, int(size)+1, got, want)
				}
			}
		}
	})
}

// found is what a Collector says at the end of a body.
type found struct {
	answer Answer
	size   int
	whole  bool // Feed said so at some time
	cut    bool
}

func collected(contentType string, limit int, body []byte, size int) (f found) {
	c := NewCollector(contentType, "", -1, limit)
	for len(body) > 0 {
		n := min(size, len(body))
		f.whole = c.Feed(body[:n]) || f.whole
		body = body[n:]
	}
	f.answer, f.size = c.Answer()
	f.cut = c.Cut()
	return f
}
