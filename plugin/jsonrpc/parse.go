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
	d := &Doc{Body: body, Depth: 1}
	traits, err := d.build()
	if (err != nil || traits&highBytes != 0) && !utf8.Valid(body) {
		return nil, &SyntaxError{invalidUTF8(body), Encoding}
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

// build checks the grammar and fills the tape in one pass. It returns what is
// true of any string, and leaves their encoding to the caller. While a container
// is open, its token's Next holds the index of the container around it: the tape
// is its own stack. What changes with each token is kept in local variables.
func (d *Doc) build() (traits stringTraits, err *SyntaxError) {
	body, tokens, n := d.Body, make([]Token, len(d.Body)/32+8), 0 // enough for text; see grow for the rest
	open, closer, depth := int32(-1), byte(0), 0                  // the innermost open container, what ends it ('}' or ']'), its depth
	if len(body) > math.MaxInt32 {
		return 0, &SyntaxError{math.MaxInt32, Grammar}
	}
	for pos, wantName := 0, false; ; {
		// A value or, in an object, a member's name starts here.
		pos = skipSpace(body, pos)
		if n == len(tokens) {
			tokens = grow(tokens, pos, len(body))
		}
		t, ok := &tokens[n], false
		n++
		t.Start, t.Next = int32(pos), int32(n)
		switch c := peek(body, pos); {
		case c == '"':
			var s stringTraits
			if pos, s, ok = scanString(body, pos+1); !ok {
				return traits, &SyntaxError{pos, Grammar}
			}
			traits |= s
			t.Kind, t.Escaped, t.End = String, s&backslash != 0, int32(pos)
			if wantName {
				if pos = skipSpace(body, pos); peek(body, pos) != ':' {
					return traits, &SyntaxError{pos, Grammar}
				}
				pos, wantName = pos+1, false
				continue
			}
		case wantName:
			return traits, &SyntaxError{pos, Grammar}
		case c == '{' || c == '[':
			t.Kind, t.Next = containerKind(c), open
			open, closer, depth = int32(n)-1, c+2, depth+1 // in ASCII, for both kinds
			if pos = skipSpace(body, pos+1); peek(body, pos) != closer {
				d.Depth, wantName = max(d.Depth, depth+1), closer == '}'
				continue
			}
		default:
			if t.Kind, pos, ok = scanPlain(body, pos); !ok {
				return traits, &SyntaxError{pos, Grammar}
			}
			t.End = int32(pos)
		}
		// A value ends here, or the empty container just opened does.
		for {
			pos = skipSpace(body, pos)
			if open < 0 {
				if d.Tokens = tokens[:n]; pos < len(body) {
					return traits, &SyntaxError{pos, Trailing}
				}
				return traits, nil
			}
			c := peek(body, pos)
			if c == ',' {
				pos, wantName = pos+1, closer == '}'
				break
			}
			if c != closer {
				return traits, &SyntaxError{pos, Grammar}
			}
			pos++
			t := &tokens[open]
			open, t.End, t.Next = t.Next, int32(pos), int32(n)
			depth--
			if open >= 0 {
				closer = tokens[open].Kind.closer()
			}
		}
	}
}

// grow makes room for the rest of a body of that size, as dense as it was up to
// position at. So a body mostly takes one growth.
func grow(tokens []Token, at, size int) []Token {
	rest := int64(len(tokens)) * int64(size-at) / int64(at+1)
	grown := make([]Token, len(tokens)+int(rest+rest/8)+8)
	copy(grown, tokens)
	return grown
}

func containerKind(bracket byte) Kind {
	if bracket == '{' {
		return Object
	}
	return Array
}

// closer is the bracket that ends a container of the kind.
func (k Kind) closer() byte {
	if k == Object {
		return '}'
	}
	return ']'
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
