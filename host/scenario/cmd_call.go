package scenario

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// cmdCall sends a tools/call and prints the answer. With "patient" it sends the call again while the answer is that
// another attempt is in progress, as often as a client told to retry would.
func (s *scenario) cmdCall(d *directive) (string, error) {
	request, err := s.callRequest(d)
	if err != nil {
		return "", err
	}
	show, patient := d.list("show"), d.has("patient")
	for bound := time.Now().Add(patience); ; {
		c, err := s.begin(request)
		if err != nil {
			return "", err
		}
		err = c.await()
		c.drop(false)
		after := retryAfter(c.content)
		if err != nil || !patient || after == 0 {
			return describe(c, show), err
		}
		if time.Now().After(bound) {
			return "", fmt.Errorf("still in progress after %v", patience)
		}
		s.gateway.Advance(after)
	}
}

// cmdStart sends a tools/call and goes on; wait, drop and await take the name.
func (s *scenario) cmdStart(d *directive) (string, error) {
	name, err := d.first("a name")
	if err != nil {
		return "", err
	}
	if s.calls[name] != nil || name == "origin" || name == "waiting" {
		return "", fmt.Errorf("the name %q is taken", name)
	}
	request, err := s.callRequest(d)
	if err != nil {
		return "", err
	}
	request.unread = d.has("unread")
	s.calls[name], err = s.begin(request)
	return "", err
}

// callRequest is a proper tools/call of MCP 2026-07-28 (or of version=), as the arguments change it.
func (s *scenario) callRequest(d *directive) (outgoing, error) {
	s.lastID++
	m := message{
		id:      d.text("id", strconv.Itoa(s.lastID)),
		tool:    d.text("tool", "transfer"),
		args:    d.text("args", `{"amount":10}`),
		keyIn:   d.list("key-in", "header"),
		meta:    d.text("meta", ""),
		params:  d.text("params", ""),
		version: d.text("version", stateless),
		can:     d.text("capabilities", ""),
	}
	if symbol := d.text("key", ""); symbol != "" {
		m.key = s.key(symbol)
	} else {
		m.keyIn = nil
	}
	for _, place := range m.keyIn {
		if place != "header" && !strings.HasPrefix(place, "_meta.") && !strings.HasPrefix(place, "params.") {
			return outgoing{}, fmt.Errorf("key-in: want header, _meta.NAME or params.NAME, got %q", place)
		}
	}
	return s.outgoing(d, m.headers(), m.body())
}

// accepts are the values of accept=.
var accepts = map[string]string{
	"both": "application/json, text/event-stream",
	"json": "application/json",
	"sse":  "text/event-stream",
}

// outgoing reads the arguments that every request may have.
func (s *scenario) outgoing(d *directive, headers []string, body string) (outgoing, error) {
	accept, known := accepts[d.text("accept", "both")]
	if !known {
		return outgoing{}, errors.New("accept: want both, json or sse")
	}
	headers = append([]string{
		"content-type: application/json",
		"accept: " + accept,
		"x-user: " + d.text("principal", "alice"),
	}, headers...)
	held := 0
	if d.has("only-half") {
		held = len(body) / 2
	}
	chunks, err := d.number("chunks", 0)
	if err == nil && chunks > 0 && held > 0 {
		err = errors.New("only-half goes without chunks")
	}
	return outgoing{
		method:  d.text("method", http.MethodPost),
		path:    d.text("path", "/mcp"),
		headers: replaceHeaders(headers, d.texts("header"), d.list("without")),
		body:    body,
		chunks:  chunks,
		held:    held,
	}, err
}

// replaceHeaders puts the given lines in the place of those with the same names; given twice, both are sent.
func replaceHeaders(lines, given, without []string) []string {
	gone := slices.Clone(without)
	for _, line := range given {
		gone = append(gone, headerName(line))
	}
	kept := slices.DeleteFunc(lines, func(line string) bool { return slices.Contains(gone, headerName(line)) })
	return append(kept, given...)
}

func headerName(line string) string {
	name, _, _ := strings.Cut(line, ":")
	return strings.ToLower(name)
}

// retryAfter is how long an in_progress refusal asks to wait; zero for any other answer.
func retryAfter(content []byte) time.Duration {
	var m struct {
		Error struct {
			Data struct {
				Type         string `json:"type"`
				RetryAfterMs int    `json:"retryAfterMs"`
			} `json:"data"`
		} `json:"error"`
	}
	if json.Unmarshal(content, &m) != nil || m.Error.Data.Type != "idempotency_key_in_progress" {
		return 0
	}
	return cmp.Or(time.Duration(m.Error.Data.RetryAfterMs)*time.Millisecond, time.Second)
}
