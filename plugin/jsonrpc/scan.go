package jsonrpc

import "math/bits"

// stringTraits are what reading a string once tells about it.
type stringTraits uint8

const (
	backslash stringTraits = 1 << iota // it holds an escape
	highBytes                          // it may hold bytes outside ASCII
)

// Eight bytes at a time: a word holds each byte in its own eight bits.
const (
	eachLow  = 0x0101010101010101
	eachHigh = 0x8080808080808080
)

// scanString reads on from pos, just after the opening quote, and returns the
// position after the closing one, or that of the first byte the grammar
// forbids. It does not check the encoding.
func scanString(body []byte, pos int) (end int, s stringTraits, ok bool) {
	for {
		for pos+8 <= len(body) {
			w := word(body[pos:])
			if w&eachHigh != 0 {
				s |= highBytes
			}
			if stop := specials(w); stop != 0 {
				pos += bits.TrailingZeros64(stop) / 8
				break
			}
			pos += 8
		}
		if pos >= len(body) {
			return pos, s, false
		}
		switch c := body[pos]; {
		case c == '"':
			return pos + 1, s, true
		case c == '\\':
			s |= backslash
			if pos, ok = scanEscape(body, pos+1); !ok {
				return pos, s, false
			}
		case c < ' ':
			return pos, s, false
		case c >= 0x80:
			s |= highBytes
			pos++
		default: // in the last seven bytes
			pos++
		}
	}
}

// PlainEnd returns the position of the first byte from pos on, inside a string,
// that does not stand for itself: the closing quote, a backslash or a control
// character; the body's length if there is none.
func PlainEnd(body []byte, pos int) int {
	for ; pos+8 <= len(body); pos += 8 {
		if stop := specials(word(body[pos:])); stop != 0 {
			return pos + bits.TrailingZeros64(stop)/8
		}
	}
	for pos < len(body) && body[pos] >= ' ' && body[pos] != '"' && body[pos] != '\\' {
		pos++
	}
	return pos
}

// specials sets the high bit of the lowest byte of w that is a quote, a
// backslash or a control character. Bits above that one mean nothing, since
// subtraction borrows; none is set if there is no such byte.
func specials(w uint64) uint64 {
	quote, slash := w^'"'*eachLow, w^'\\'*eachLow
	return ((w - ' '*eachLow) | (quote - eachLow) | (slash - eachLow)) &^ w & eachHigh
}

// word loads eight bytes, the first one lowest.
func word(b []byte) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// scanEscape reads on from pos, just after a backslash, and returns the
// position after the escape, or that of the first byte the grammar forbids.
func scanEscape(body []byte, pos int) (end int, ok bool) {
	switch peek(body, pos) {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return pos + 1, true
	case 'u':
		for end = pos + 1; end < pos+5; end++ {
			if !isHex(peek(body, end)) {
				return end, false
			}
		}
		return end, true
	}
	return pos, false
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// scanPlain reads the number or the literal name at pos and returns the
// position after it, or that of the first byte the grammar forbids. What may
// follow it is not its business.
func scanPlain(body []byte, pos int) (k Kind, end int, ok bool) {
	var name string
	switch peek(body, pos) {
	case 't':
		k, name = True, "true"
	case 'f':
		k, name = False, "false"
	case 'n':
		k, name = Null, "null"
	default:
		end, ok = scanNumber(body, pos)
		return Number, end, ok
	}
	for end = pos; end < pos+len(name); end++ {
		if peek(body, end) != name[end-pos] {
			return k, end, false
		}
	}
	return k, end, true
}

// scanNumber reads the number at pos: RFC 8259 section 6.
func scanNumber(body []byte, pos int) (end int, ok bool) {
	if peek(body, pos) == '-' {
		pos++
	}
	if peek(body, pos) == '0' {
		pos++
	} else if pos, ok = scanDigits(body, pos); !ok {
		return pos, false
	}
	if peek(body, pos) == '.' {
		if pos, ok = scanDigits(body, pos+1); !ok {
			return pos, false
		}
	}
	if peek(body, pos)|0x20 == 'e' {
		pos++
		if c := peek(body, pos); c == '+' || c == '-' {
			pos++
		}
		return scanDigits(body, pos)
	}
	return pos, true
}

// scanDigits returns the position after the digits at pos; not ok if there are
// none.
func scanDigits(body []byte, pos int) (end int, ok bool) {
	end = pos
	for end < len(body) && body[end]-'0' <= 9 {
		end++
	}
	return end, end > pos
}
