package jsonrpc

import (
	"math"
	"slices"
	"unicode/utf8"
)

// Blank tells whether body is empty or JSON white space only.
func Blank(body []byte) bool {
	return !slices.ContainsFunc(body, func(c byte) bool { return !isSpace(c) })
}

// Parse reads body as exactly one JSON text (RFC 8259): one value with nothing
// but white space around it, shorter than 2 GiB. Its error is a *SyntaxError.
func Parse(body []byte) (*Doc, error) {
	d := new(Doc)
	if err := d.Parse(body); err != nil {
		return nil, err
	}
	return d, nil
}

// Parse is the function [Parse], in the memory that d has from earlier texts. What
// was taken from d before then means nothing any more.
func (d *Doc) Parse(body []byte) error {
	if otherEncoding(body) {
		return &SyntaxError{0, Encoding}
	}
	if len(body) > math.MaxInt32-padding {
		return &SyntaxError{math.MaxInt32 - padding, Grammar}
	}
	all, err := d.build(d.load(body))
	if (err != nil || all&eachHigh != 0) && !utf8.Valid(body) {
		return &SyntaxError{invalidUTF8(body), Encoding}
	}
	if err != nil {
		return err
	}
	return nil
}

// padding is how many NULs follow a text: no token holds one, so every scan ends
// there, and words can be loaded from anywhere in the text.
const padding = 16

// load takes a copy of body, and forgets the text before. It returns the text with its padding.
func (d *Doc) load(body []byte) []byte {
	text := append(slices.Grow(d.Body[:0], len(body)+padding), body...)
	d.Body, d.Tokens, d.Depth = text, d.Tokens[:0], 1
	d.unusual, d.order, d.duplicate = false, d.order[:0], nil
	text = d.padded()
	clear(text[len(body):])
	return text
}

// padded is the text with the NULs that follow it.
func (d *Doc) padded() []byte { return d.Body[:len(d.Body)+padding] }

// build checks the grammar and fills the tape in one pass, up to where the grammar
// breaks. It returns the bits of all strings' bytes, and perhaps of others, and
// leaves their encoding to the caller. While a container is open, its token's Next
// holds the index of the container around it: the tape is its own stack.
//
// In wasm every jump and every call costs as much as several loads and sums. So
// what is short is read within one word, and what is rare goes round the loop again.
func (d *Doc) build(text []byte) (all uint64, err *SyntaxError) {
	tokens, n := d.Tokens[:cap(d.Tokens)], 0
	open, closer, depth := int32(-1), byte(0), 0 // the innermost open container, what ends it ('}' or ']'), its depth
	pos, wantName, ok := 0, false, true
scan:
	for {
		// A value or, in an object, a member's name starts here.
		w := word(text[pos:])
		c := byte(w)
		if isSpace(c) {
			pos = pastSpace(text, pos)
			continue
		}
		if n == len(tokens) {
			tokens = grow(tokens, pos, len(text))
			continue
		}
		t := &tokens[n]
		n++
		t.Escaped, t.Start, t.Next = false, int32(pos), int32(n)
		switch {
		case c == '"':
			if size, short := shortString(w); short {
				pos += size
			} else {
				pos, w, t.Escaped, ok = scanString(text, pos+1)
				if d.unusual = d.unusual || t.Escaped; !ok {
					break scan
				}
			}
			t.Kind, t.End, all = String, int32(pos), all|w
			if wantName {
				if text[pos] != ':' {
					pos = pastSpace(text, pos)
				}
				if text[pos] != ':' {
					break scan
				}
				pos, wantName = pos+1, false
				continue
			}
		case wantName:
			break scan
		case c-'0' <= 9 || c == '-':
			if size, short := shortNumber(w); short {
				pos += size
			} else {
				pos, ok = scanNumber(text, pos)
				if d.unusual = d.unusual || pos-int(t.Start) > maxExponentDigits; !ok {
					break scan
				}
			}
			t.Kind = Number
		case c == '{' || c == '[':
			t.Kind, t.Next = containerKind(c), open
			open, closer, depth = int32(n)-1, c+2, depth+1 // in ASCII, for both kinds
			if pos++; text[pos] <= ' ' {
				pos = pastSpace(text, pos)
			}
			if text[pos] != closer {
				d.Depth, wantName = max(d.Depth, depth+1), closer == '}'
				continue
			}
		default:
			size := 0
			if t.Kind, size = literal(w); size == 0 {
				pos = literalFault(text, pos)
				break scan
			}
			pos += size
		}
		t.End = int32(pos)
		for { // A value ends here, or the empty container just opened does.
			c := text[pos]
			if isSpace(c) {
				pos = pastSpace(text, pos)
				continue
			}
			if open < 0 {
				d.Tokens = tokens[:n]
				return all, trailing(pos, len(d.Body))
			}
			if c == ',' {
				pos, wantName = pos+1, closer == '}'
				continue scan
			}
			if c != closer {
				break scan
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
	d.Tokens = tokens[:n]
	return all, &SyntaxError{pos, Grammar}
}

// trailing is the error for what follows the value that ends at pos.
func trailing(pos, end int) *SyntaxError {
	if pos < end {
		return &SyntaxError{pos, Trailing}
	}
	return nil
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

// opener is the bracket that begins a container of the kind.
func (k Kind) opener() byte { return k.closer() - 2 } // in ASCII, for both kinds

// pastSpace returns the position of the first byte from pos on that is no JSON
// white space.
//
//go:noinline
func pastSpace(text []byte, pos int) int {
	for isSpace(text[pos]) {
		pos++
	}
	return pos
}

func isSpace(c byte) bool {
	return c <= ' ' && 1<<c&(1<<' '|1<<'\t'|1<<'\n'|1<<'\r') != 0
}
