package mcp

import "strings"

// Headers are the headers of a message in order, names in lower case as HTTP/2 and Envoy have them, every value of a
// repeated header on its own.
type Headers [][2]string

// Get returns the first value of a header, or "".
func (h Headers) Get(name string) string {
	for _, pair := range h {
		if pair[0] == name {
			return pair[1]
		}
	}
	return ""
}

// Values returns all values of a header.
func (h Headers) Values(name string) []string {
	var values []string
	for _, pair := range h {
		if pair[0] == name {
			values = append(values, pair[1])
		}
	}
	return values
}

// mediaType returns a content-type's type and subtype in lower case. Parameters have no meaning for JSON (RFC 8259
// section 11).
func mediaType(contentType string) string {
	bare, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(strings.TrimSpace(bare))
}

const (
	typeJSON = "application/json"
	typeSSE  = "text/event-stream"
)

// IsJSON: the body is said to be one JSON value.
func IsJSON(h Headers) bool { return mediaType(h.Get("content-type")) == typeJSON }

// Compressed: the body is said to have another encoding than its own.
func Compressed(h Headers) bool {
	for _, value := range h.Values("content-encoding") {
		if v := strings.ToLower(strings.TrimSpace(value)); v != "" && v != "identity" {
			return true
		}
	}
	return false
}

// WantsSSE: the client accepts an event stream and no JSON. A client that says nothing accepts everything (RFC 9110
// section 12.5.1).
func WantsSSE(h Headers) bool {
	sse := false
	for _, value := range h.Values("accept") {
		for part := range strings.SplitSeq(value, ",") {
			switch mediaType(part) {
			case typeJSON, "application/*", "*/*":
				return false
			case typeSSE, "text/*":
				sse = true
			}
		}
	}
	return sse
}
