package scenario

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
)

// script says how the origin answers requests, until the next script.
type script struct {
	status      int      // HTTP status; 0: what suits the request
	contentType string   // empty: what suits the body
	header      []string // further header lines
	sse         bool     // the message is the last event of a stream
	notify      int      // progress notifications before it
	result      string   // JSON; empty: a receipt with a number of its own
	failure     string   // JSON, the error member instead of a result
	text        *string  // the whole body instead of a message; $id is replaced by the request's id
	padding     int      // bytes by which a receipt is longer
	chunked     bool     // else content-length; SSE is always chunked
	trailer     []string // lines behind a chunked body
	gzip        encoding // whether the body is compressed
	refuses     bool     // the answer says, by its contract, that nothing was executed

	pause    point // wait here for a resume
	cut      point // end the connection here
	byFIN    bool  // with FIN, else with RST
	stepwise bool  // wait for a step before each event but the first

	resumed chan struct{} // closed by resume
	resume  func()        // idempotent
	steps   chan struct{}
}

func newScript() *script {
	s := &script{resumed: make(chan struct{}), steps: make(chan struct{})}
	s.resume = sync.OnceFunc(func() { close(s.resumed) })
	return s
}

// response is a script's answer to one request.
type response struct {
	head    string
	parts   []string // the body: two halves, or the events of a stepwise stream
	chunked bool
	trailer string // lines
}

// encoding says when a body is compressed.
type encoding string

const (
	never     encoding = ""
	whereAble encoding = "accepted" // by the request (RFC 9110 section 12.5.3)
	always    encoding = "always"
)

func (e encoding) applies(r *request) bool {
	accepted := r.Header.Values("accept-encoding")
	return e == always || e == whereAble && (len(accepted) == 0 || strings.Contains(strings.Join(accepted, ","), "gzip"))
}

func (s *script) respond(r *request, receipt int) response {
	parts, encoded := s.body(r, receipt), ""
	if s.gzip.applies(r) {
		parts, encoded = halves(compress(strings.Join(parts, ""))), "content-encoding: gzip\r\n"
	}
	length := len(strings.Join(parts, ""))
	status := s.statusFor(r, length)
	head := fmt.Sprintf("HTTP/1.1 %d %s\r\n", status, http.StatusText(status))
	if contentType := s.contentTypeFor(length); contentType != "" {
		head += "content-type: " + contentType + "\r\n"
	}
	head += encoded + lines(s.header)
	chunked := s.chunked || s.sse
	switch {
	case chunked:
		head += "transfer-encoding: chunked\r\n"
	case status != http.StatusNoContent:
		head += fmt.Sprintf("content-length: %d\r\n", length)
	}
	return response{head: head + "\r\n", parts: parts, chunked: chunked, trailer: lines(s.trailer)}
}

func lines(all []string) (text string) {
	for _, line := range all {
		text += line + "\r\n"
	}
	return text
}

// statusFor: unless the script says otherwise, a notification is accepted and a GET without an answer not allowed, as
// MCP 2026-07-28 wants it.
func (s *script) statusFor(r *request, length int) int {
	switch {
	case s.status != 0:
		return s.status
	case length > 0:
		return http.StatusOK
	case r.Method == http.MethodPost:
		return http.StatusAccepted
	default:
		return http.StatusMethodNotAllowed
	}
}

func (s *script) contentTypeFor(length int) string {
	switch {
	case s.contentType != "" || length == 0:
		return s.contentType
	case s.sse:
		return "text/event-stream"
	default:
		return "application/json"
	}
}

func (s *script) body(r *request, receipt int) []string {
	message := s.message(r, receipt)
	switch {
	case s.text != nil && s.stepwise:
		return eventsOf(strings.ReplaceAll(*s.text, "$id", r.id()))
	case s.text != nil:
		return halves(strings.ReplaceAll(*s.text, "$id", r.id()))
	case !s.sse:
		return halves(message)
	}
	var events []string
	for n := range s.notify {
		events = append(events, event(progress(n+1)))
	}
	if message != "" {
		events = append(events, event(message))
	}
	if s.stepwise {
		return events
	}
	return halves(strings.Join(events, ""))
}

func progress(n int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":%d,"progressToken":1}}`, n)
}

func event(message string) string { return "event: message\ndata: " + message + "\n\n" }

// eventsOf are the events of a stream that is given as text, the last one's blank line perhaps left out.
func eventsOf(stream string) []string {
	events := strings.Split(strings.TrimSuffix(stream, "\n\n"), "\n\n")
	for i := range events {
		events[i] += "\n\n"
	}
	return events
}

// halfMark stands in a body for the place where its second half begins.
const halfMark = "\x00half\x00"

func halves(body string) []string {
	if first, second, marked := strings.Cut(body, halfMark); marked {
		return []string{first, second}
	}
	return []string{body[:len(body)/2], body[len(body)/2:]}
}

// message is the JSON-RPC answer to a request; nothing else gets one.
func (s *script) message(r *request, receipt int) string {
	switch {
	case r.id() == "":
		return ""
	case s.failure != "":
		return `{"jsonrpc":"2.0","id":` + r.id() + `,"error":` + s.failure + `}`
	default:
		return `{"jsonrpc":"2.0","id":` + r.id() + `,"result":` + s.resultFor(r, receipt) + `}`
	}
}

func (s *script) resultFor(r *request, receipt int) string {
	switch {
	case s.result != "":
		return s.result
	case len(r.calls) == 0:
		return `{"resultType":"complete"}`
	default:
		return receiptResult(receipt, s.padding)
	}
}

// receiptResult is the result of an execution, told from every other execution's by its number.
func receiptResult(receipt, padding int) string {
	return fmt.Sprintf(`{"content":[{"text":"receipt %d%s","type":"text"}],"resultType":"complete"}`, receipt,
		strings.Repeat(".", padding))
}
