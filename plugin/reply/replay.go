package reply

import (
	"strings"

	"github.com/tidwall/gjson"
)

// Replay says how a recorded outcome answers a later attempt.
type Replay struct {
	ID        []byte // raw id token of the attempt
	FirstSeen int64  // wall clock of the first claim, ms since the Unix epoch
	Expires   int64  // wall clock when the record is forgotten
	SSE       bool   // the client accepts an event stream only
	// NeedsResultType: the client's protocol version demands the member resultType, which outcomes of older sessions lack.
	NeedsResultType bool
}

// Answer returns the outcome as the answer to the attempt: the first answer's status and kept headers, its result or
// error byte for byte, the attempt's own id, and the mark that it is a replay, in a header and, since agents do not see
// headers, in the result.
func (r Replay) Answer(o Outcome) Answer {
	member, value := "error", o.Value
	if !o.IsError {
		member, value = "result", r.mark(o.Value)
	}
	body := response(r.ID, member, value)
	content := jsonContent
	if r.SSE {
		content = [2]string{"content-type", "text/event-stream"}
		body = event(body)
	}
	headers := [][2]string{content, {ReplayedHeader, "true"}}
	for _, h := range o.Headers {
		if h[0] != "content-type" {
			headers = append(headers, h)
		}
	}
	return Answer{Name: "replayed", Status: o.Status, Details: DetailsPrefix + "replayed", Headers: headers, Body: body}
}

// event is a message as an event stream of one event. The line ends in it, which are white space between JSON tokens, begin
// further data lines (WHATWG HTML section 9.2.6).
func event(message []byte) []byte {
	lines := strings.ReplaceAll(string(message), "\r\n", "\n")
	lines = strings.ReplaceAll(lines, "\r", "\n")
	return []byte("event: message\ndata: " + strings.ReplaceAll(lines, "\n", "\ndata: ") + "\n\n")
}

// mark puts the replay mark into a result's _meta, and resultType where it is missing and needed. A result that is no
// object, or whose _meta is none, has no place for it and stays as it is; so does one that is marked, by mcponce before
// the server.
func (r Replay) mark(result []byte) []byte {
	root := gjson.ParseBytes(result)
	if !root.IsObject() {
		return result
	}
	var mark object
	mark.text("firstSeen", timestamp(r.FirstSeen))
	mark.text("expires", timestamp(r.Expires))
	meta := root.Get("_meta")
	switch {
	case meta.Get(replayedMember).Exists():
	case meta.IsObject():
		result = insertMember(result, meta.Index, replayedMember, mark.end())
	case !meta.Exists():
		var m object
		m.raw(replayedMember, mark.end())
		result = insertMember(result, root.Index, "_meta", m.end())
	}
	if r.NeedsResultType && !root.Get("resultType").Exists() {
		result = insertMember(result, root.Index, "resultType", []byte(`"complete"`))
	}
	return result
}

// insertMember puts a member first into the object that starts at the given index of text.
func insertMember(text []byte, at int, name string, value []byte) []byte {
	var o object
	o.raw(name, value)
	rest := text[at+1:]
	out := append(make([]byte, 0, len(text)+len(o.b)+1), text[:at]...)
	out = append(out, o.b...)
	if !emptyObject(rest) {
		out = append(out, ',')
	}
	return append(out, rest...)
}

// emptyObject: what follows an opening brace is, after white space, the closing one.
func emptyObject(rest []byte) bool {
	for _, c := range rest {
		switch c {
		case ' ', '\t', '\r', '\n':
		default:
			return c == '}'
		}
	}
	return false
}
