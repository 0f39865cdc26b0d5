package jsonrpc

import (
	"math"
	"unicode/utf8"
)

// Blank tells whether body is empty or JSON white space only.
func Blank(body []byte) bool {
	return skipSpace(body, 0) == len(body)
}

// Parse reads body as exactly one JSON text (RFC 8259): one value with nothing
// but white space around it, at most 2 GiB long. Its error is a *SyntaxError.
func Parse(body []byte) (*Doc, error) {
	if markedEncoding(body) {
		return nil, &SyntaxError{0, Encoding}
	}
	d, ascii, err := tokenize(body)
	if (err != nil || !ascii) && !utf8.Valid(body) {
		return nil, &SyntaxError{invalidUTF8(body), Encoding}
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

// tokenize checks the grammar and builds the tape. If ascii is false, strings
// may hold other bytes, whose encoding is then unchecked.
func tokenize(body []byte) (d *Doc, ascii bool, err *SyntaxError) {
	if len(body) > math.MaxInt32 {
		return nil, false, &SyntaxError{math.MaxInt32, Grammar}
	}
	b := newBuilder(len(body))
	pos, wantName, ascii := 0, false, true
	for {
		// A value or, in an object, a member's name starts here.
		pos = skipSpace(body, pos)
		start, ok := int32(pos), false
		switch c := peek(body, pos); {
		case c == '"':
			var s stringTraits
			if pos, s, ok = scanString(body, pos+1); !ok {
				return nil, ascii, &SyntaxError{pos, Grammar}
			}
			ascii = ascii && s&highBytes == 0
			b.scalar(String, s&backslash != 0, start, pos)
			if wantName {
				if pos = skipSpace(body, pos); peek(body, pos) != ':' {
					return nil, ascii, &SyntaxError{pos, Grammar}
				}
				pos, wantName = pos+1, false
				continue
			}
		case wantName:
			return nil, ascii, &SyntaxError{pos, Grammar}
		case c == '{' || c == '[':
			b.push(c, start)
			if pos = skipSpace(body, pos+1); peek(body, pos) != b.closer {
				b.deepen()
				wantName = b.closer == '}'
				continue
			}
		default:
			var kind Kind
			if kind, pos, ok = scanPlain(body, pos); !ok {
				return nil, ascii, &SyntaxError{pos, Grammar}
			}
			b.scalar(kind, false, start, pos)
		}
		// A value ends here, or the empty container just opened does.
		for {
			pos = skipSpace(body, pos)
			if b.open < 0 {
				if pos < len(body) {
					return nil, ascii, &SyntaxError{pos, Trailing}
				}
				return &Doc{body, b.tokens, b.deepest}, ascii, nil
			}
			c := peek(body, pos)
			pos++
			if c == ',' {
				wantName = b.closer == '}'
				break
			}
			if c != b.closer {
				return nil, ascii, &SyntaxError{pos - 1, Grammar}
			}
			b.pop(pos)
		}
	}
}

// skipSpace returns the position of the first byte from pos on that is no JSON
// white space, or the body's length.
func skipSpace(body []byte, pos int) int {
	for pos < len(body) && isSpace(body[pos]) {
		pos++
	}
	return pos
}

func isSpace(c byte) bool {
	return c <= ' ' && 1<<c&(1<<' '|1<<'\t'|1<<'\n'|1<<'\r') != 0
}

// peek returns the byte at pos, or NUL at the end of the body: no token starts
// with NUL.
func peek(body []byte, pos int) byte {
	if pos < len(body) {
		return body[pos]
	}
	return 0
}
