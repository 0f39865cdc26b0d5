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
// but white space around it, shorter than 2 GiB. Its error is a *SyntaxError.
func Parse(body []byte) (*Doc, error) {
	if otherEncoding(body) {
		return nil, &SyntaxError{0, Encoding}
	}
	b := newBuilder(len(body))
	err := b.build(body)
	if (err != nil || b.highBytes) && !utf8.Valid(body) {
		return nil, &SyntaxError{invalidUTF8(body), Encoding}
	}
	if err != nil {
		return nil, err
	}
	return &Doc{Body: body, Tokens: b.tokens, Depth: b.deepest}, nil
}

// build checks the grammar and fills the tape in one pass. It leaves the
// encoding of strings to the caller.
func (b *builder) build(body []byte) *SyntaxError {
	if len(body) > math.MaxInt32 {
		return &SyntaxError{math.MaxInt32, Grammar}
	}
	pos, wantName := 0, false
	for {
		// A value or, in an object, a member's name starts here.
		pos = skipSpace(body, pos)
		start, ok := int32(pos), false
		b.reserve(pos)
		switch c := peek(body, pos); {
		case c == '"':
			var s stringTraits
			if pos, s, ok = scanString(body, pos+1); !ok {
				return &SyntaxError{pos, Grammar}
			}
			b.string(s, start, pos)
			if wantName {
				if pos = skipSpace(body, pos); peek(body, pos) != ':' {
					return &SyntaxError{pos, Grammar}
				}
				pos, wantName = pos+1, false
				continue
			}
		case wantName:
			return &SyntaxError{pos, Grammar}
		case c == '{' || c == '[':
			b.push(c, start)
			if pos = skipSpace(body, pos+1); peek(body, pos) != b.closer {
				b.deepen()
				wantName = b.closer == '}'
				continue
			}
		default:
			var k Kind
			if k, pos, ok = scanPlain(body, pos); !ok {
				return &SyntaxError{pos, Grammar}
			}
			b.plain(k, start, pos)
		}
		// A value ends here, or the empty container just opened does.
		for {
			pos = skipSpace(body, pos)
			if b.open < 0 {
				if pos < len(body) {
					return &SyntaxError{pos, Trailing}
				}
				return nil
			}
			c := peek(body, pos)
			if c == ',' {
				pos, wantName = pos+1, b.closer == '}'
				break
			}
			if c != b.closer {
				return &SyntaxError{pos, Grammar}
			}
			pos++
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
