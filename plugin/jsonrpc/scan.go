package jsonrpc

import (
	"encoding/binary"
	"math/bits"
)

// Eight bytes at a time: a word holds each byte in its own eight bits.
const (
	eachLow  = 0x0101010101010101
	eachHigh = 0x8080808080808080
)

// scanString reads on from pos, inside a string, and returns the
// position after the closing quote, or that of the first byte the grammar
// forbids. It does not check the encoding.
func scanString(text []byte, pos int) (end int, all uint64, escaped, ok bool) {
	for {
		w := word(text[pos:])
		stop := specials(w)
		all |= w
		if stop == 0 {
			pos += 8
			continue
		}
		pos += bits.TrailingZeros64(stop) / 8
		switch text[pos] {
		case '"':
			return pos + 1, all, escaped, true
		case '\\':
			escaped = true
			if pos, ok = scanEscape(text, pos+1); !ok {
				return pos, all, escaped, false
			}
		default:
			return pos, all, escaped, false
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
func word(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// scanEscape reads on from pos, just after a backslash, and returns the
// position after the escape, or that of the first byte the grammar forbids.
func scanEscape(text []byte, pos int) (end int, ok bool) {
	switch text[pos] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return pos + 1, true
	case 'u':
		for end = pos + 1; end < pos+5; end++ {
			if !isHex(text[end]) {
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

// literal returns the kind of the literal name that w starts with, and its length; 0 if it is none.
func literal(w uint64) (k Kind, size int) {
	switch {
	case uint32(w) == 't'|'r'<<8|'u'<<16|'e'<<24:
		return True, 4
	case uint32(w) == 'n'|'u'<<8|'l'<<16|'l'<<24:
		return Null, 4
	case w&(1<<40-1) == 'f'|'a'<<8|'l'<<16|'s'<<24|'e'<<32:
		return False, 5
	}
	return k, 0
}

// literalFault returns the position of the byte at which what starts at pos is no literal name.
func literalFault(text []byte, pos int) int {
	for _, name := range []string{"true", "false", "null"} {
		if text[pos] == name[0] {
			for name != "" && text[pos] == name[0] {
				pos, name = pos+1, name[1:]
			}
			break
		}
	}
	return pos
}

// shortString returns the length of the string that w starts with, quotes included; 0 if it does not end within w, or
// may be more than plain characters.
func shortString(w uint64) (size int, ok bool) {
	inside := w >> 8
	at := bits.TrailingZeros64(specials(inside)) / 8 // at most 7, where inside has a zero
	return at + 2, byte(inside>>(8*at&63)) == '"'
}

// shortNumber returns the length of the number that w starts with; 0 if it does not end within w, or may be more than
// digits.
func shortNumber(w uint64) (size int, ok bool) {
	size = bits.TrailingZeros64(nonDigits(w)) / 8
	after := byte(w >> (8 * size & 63)) // of eight digits, the first
	return size, byte(w)-'1' < 9 && after-'0' > 9 && after != '.' && after|0x20 != 'e'
}

// scanNumber reads the number at pos: RFC 8259 section 6.
func scanNumber(text []byte, pos int) (end int, ok bool) {
	if text[pos] == '-' {
		pos++
	}
	end = digitsEnd(text, pos)
	if end == pos {
		return pos, false
	}
	if text[pos] == '0' {
		end = pos + 1
	}
	c := text[end]
	if c == '.' {
		pos = end + 1
		if end = digitsEnd(text, pos); end == pos {
			return pos, false
		}
		c = text[end]
	}
	if c|0x20 == 'e' {
		pos = end + 1
		if c := text[pos]; c == '+' || c == '-' {
			pos++
		}
		end = digitsEnd(text, pos)
		return end, end > pos
	}
	return end, true
}

// digitsEnd returns the position after the digits at pos.
func digitsEnd(text []byte, pos int) int {
	for {
		if stop := nonDigits(word(text[pos:])); stop != 0 {
			return pos + bits.TrailingZeros64(stop)/8
		}
		pos += 8
	}
}

// nonDigits sets the high bit of each byte of w that is no digit.
func nonDigits(w uint64) uint64 {
	w ^= '0' * eachLow
	return (w&^eachHigh + (0x80-10)*eachLow | w) & eachHigh
}
