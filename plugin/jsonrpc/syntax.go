package jsonrpc

import (
	"strconv"
	"unicode/utf8"
)

// Reason says why a body is not one JSON text.
type Reason uint8

const (
	// Grammar: RFC 8259 does not allow the byte at Offset, or the body ends
	// there too early.
	Grammar Reason = iota
	// Encoding: the body is not UTF-8 without byte order mark. It is reported
	// before any other fault: a reader that drops, replaces or decodes the
	// bytes may find a good text where the grammar is bad.
	Encoding
	// Trailing: a complete value is followed by more than white space, which
	// some readers ignore.
	Trailing
)

// SyntaxError tells that a body is not one JSON text. Offset counts bytes.
type SyntaxError struct {
	Offset int
	Reason Reason
}

// Error says what was expected, what came, and what to do.
func (e *SyntaxError) Error() string {
	at := " at byte " + strconv.Itoa(e.Offset)
	switch e.Reason {
	case Encoding:
		return "expected UTF-8 without byte order mark, got another byte" + at + ": encode the body in UTF-8"
	case Trailing:
		return "expected one JSON value, got more" + at + ": send one value in a body"
	default:
		return "expected JSON (RFC 8259), but its grammar breaks" + at + ": correct the body"
	}
}

// otherEncoding tells whether body starts with the byte order mark of UTF-8, or
// as UTF-16 and UTF-32 do without theirs: a JSON text starts with an ASCII
// character, so one of the first two bytes is NUL (RFC 4627 section 3). Their
// own marks are not UTF-8.
func otherEncoding(body []byte) bool {
	return len(body) >= 2 && (body[0] == 0 || body[1] == 0) ||
		len(body) >= 3 && string(body[:3]) == "\xEF\xBB\xBF"
}

// invalidUTF8 returns the position of the first byte that is not UTF-8.
func invalidUTF8(body []byte) int {
	at := 0
	for at < len(body) {
		r, size := utf8.DecodeRune(body[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}
