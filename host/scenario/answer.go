package scenario

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// replayMark is the member of result._meta that says "this is a replay".
const replayMark = "mcponce/replayed"

// longest text that is printed in full, in bytes.
const longest = 300

// describe is the stable summary of what came back: times and wording are left out.
func describe(c *call, show []string) string {
	if c.response == nil {
		return "connection closed without an answer"
	}
	kind := mediaType(c.response)
	lines := []string{strings.TrimSpace(fmt.Sprintf("%d %s", c.response.StatusCode, kind))}
	if replayed := c.response.Header.Values("Idempotent-Replayed"); len(replayed) > 0 {
		lines[0] += " replayed=" + strings.Join(replayed, ",")
	}
	for _, name := range show {
		values := c.response.Header.Values(name)
		if len(values) == 0 {
			values = []string{"absent"}
		}
		lines = append(lines, name+": "+strings.Join(values, " | "))
	}
	complete, _, _ := c.status(c.has(end))
	readable, _, _ := c.status(c.has(answer))
	if complete || readable { // how much of a cut body comes through is chance
		lines = append(lines, describeBody(kind, decoded(c.response, c.content))...)
	}
	if !complete {
		lines = append(lines, "cut")
	}
	return strings.Join(lines, "\n")
}

func describeBody(kind string, content []byte) []string {
	var lines []string
	switch {
	case kind == "text/event-stream":
		for _, data := range eventData(content) {
			lines = append(lines, "event "+describeMessage(data))
		}
	case json.Valid(content):
		lines = append(lines, describeMessage(content))
	case len(content) > 0:
		lines = append(lines, "text "+shorten(fmt.Sprintf("%q", content)))
	}
	return lines
}

// decoded is the content without its gzip encoding, if it has that.
func decoded(r *http.Response, content []byte) []byte {
	if r.Header.Get("content-encoding") != "gzip" {
		return content
	}
	unzip, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return content
	}
	plain, err := io.ReadAll(unzip)
	if err != nil {
		return content
	}
	return plain
}

func mediaType(r *http.Response) string {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

// wire is a JSON-RPC message with its tokens as sent.
type wire struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *rpcError       `json:"error"`
}

type rpcError struct {
	Code    json.Number                `json:"code"`
	Message string                     `json:"message"`
	Data    map[string]json.RawMessage `json:"data"`
}

func describeMessage(text []byte) string {
	var m wire
	if err := json.Unmarshal(text, &m); err != nil {
		return shorten(string(text))
	}
	id := shorten(string(m.ID))
	switch {
	case m.Error != nil:
		return fmt.Sprintf("%s error %s", id, m.Error.describe())
	case m.Result != nil:
		return fmt.Sprintf("%s result %s", id, describeResult(m.Result))
	case m.Method != "":
		return fmt.Sprintf("%s %s", m.Method, shorten(string(m.Params)))
	default:
		return shorten(string(text))
	}
}

// receiptText is what receiptResult makes.
var receiptText = regexp.MustCompile(
	`^\{"content":\[\{"text":"(receipt \d+)(\.*)","type":"text"\}\],"resultType":"complete"\}$`)

// describeResult prints the origin's own result as its receipt, any other as JSON with sorted members; both without
// the replay mark, whose presence is printed as a word.
func describeResult(text []byte) string {
	members := map[string]any{}
	decode := json.NewDecoder(bytes.NewReader(text))
	decode.UseNumber()
	if err := decode.Decode(&members); err != nil {
		return shorten(string(text))
	}
	suffix := ""
	if meta, ok := members["_meta"].(map[string]any); ok && meta[replayMark] != nil {
		suffix = " replayed"
		delete(meta, replayMark)
		if len(meta) == 0 {
			delete(members, "_meta")
		}
	}
	sorted, _ := json.Marshal(members) // of what was decoded from JSON: cannot fail
	if receipt := receiptText.FindSubmatch(sorted); receipt != nil {
		if len(receipt[2]) > 0 {
			suffix = fmt.Sprintf(" and %d bytes%s", len(receipt[2]), suffix)
		}
		return string(receipt[1]) + suffix
	}
	return shorten(string(sorted)) + suffix
}

// unstable members of error.data are not printed: times, names made from keys, and what depends on the length of a token.
var unstable = []string{"type", "action", "firstSeen", "expires", "digest", "size"}

// describe prints one of our errors by its type and data, any other by its message.
func (e *rpcError) describe() string {
	if e.Data["type"] == nil {
		return fmt.Sprintf("%s %q", e.Code, shorten(e.Message))
	}
	text := e.Code.String() + " " + unquote(e.Data["type"])
	for _, name := range slices.Sorted(maps.Keys(e.Data)) {
		if !slices.Contains(unstable, name) {
			text += " " + name + "=" + unquote(e.Data[name])
		}
	}
	return text
}

func unquote(token json.RawMessage) string { return strings.Trim(string(token), `"`) }

func shorten(text string) string {
	if len(text) > longest {
		return fmt.Sprintf("%s... (%d bytes)", text[:longest], len(text))
	}
	return text
}

// eventData is the data of each whole SSE event that has any (WHATWG HTML, section 9.2.6).
func eventData(content []byte) [][]byte {
	text := bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n"))
	text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	blocks := bytes.Split(text, []byte("\n\n"))
	var all [][]byte
	for _, block := range blocks[:len(blocks)-1] { // what follows the last blank line is no event yet
		var data [][]byte
		for line := range bytes.SplitSeq(block, []byte("\n")) {
			if rest, found := bytes.CutPrefix(line, []byte("data:")); found {
				data = append(data, bytes.TrimPrefix(rest, []byte(" ")))
			}
		}
		if joined := bytes.Join(data, []byte("\n")); len(joined) > 0 {
			all = append(all, joined)
		}
	}
	return all
}

// hasResponse says whether a whole JSON-RPC response can be read from the body so far.
func hasResponse(kind string, content []byte) bool {
	if kind != "text/event-stream" {
		return json.Valid(content)
	}
	return slices.ContainsFunc(eventData(content), func(data []byte) bool {
		var m wire
		return json.Unmarshal(data, &m) == nil && (m.Result != nil || m.Error != nil)
	})
}
