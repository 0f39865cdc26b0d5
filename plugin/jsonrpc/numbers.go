package jsonrpc

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
)

// maxExponentDigits bounds an exponent, leading zeros apart: it and the length
// of any body together stay within an int64. No value is ever expanded.
const maxExponentDigits = 18

// decimal is the exact value of a number: its digits times a power of ten.
type decimal struct {
	negative bool
	// digits runs from the first to the last digit that is not zero, as sent,
	// so it may hold the point. It is empty for zero.
	digits []byte
	// exponent is the power of ten of the last digit. If huge, only its sign
	// holds.
	exponent int64
	huge     bool // the exponent as sent is beyond maxExponentDigits
}

// IntegerID tells whether token i is a number whose exact value is an integer,
// as the id of a request must be: 1.0 and 10e-1 are, 1e-1 is not.
func (d *Doc) IntegerID(i int) bool {
	if d.Tokens[i].Kind != Number {
		return false
	}
	n := decimalOf(d.Raw(i))
	return len(n.digits) == 0 || n.exponent >= 0
}

// decimalOf takes apart a number of RFC 8259's grammar.
func decimalOf(raw []byte) (n decimal) {
	if raw[0] == '-' {
		n.negative, raw = true, raw[1:]
	}
	end, point := len(raw), -1
	for i, c := range raw {
		if c == '.' {
			point = i
		} else if c|0x20 == 'e' {
			n.exponent, n.huge = exponentOf(raw[i+1:])
			end = i
			break
		}
	}
	if point < 0 {
		point = end
	}
	first, last := 0, end-1
	for first < end && isZeroOrPoint(raw[first]) {
		first++
	}
	for last >= first && isZeroOrPoint(raw[last]) {
		last--
	}
	n.digits = raw[first : last+1]
	if n.huge {
		return n
	}
	if last < point {
		last++ // the units are before the point, the tenths after it
	}
	n.exponent += int64(point - last)
	return n
}

func isZeroOrPoint(c byte) bool { return c == '0' || c == '.' }

// exponentOf reads what follows the e of a number. Beyond the bound it returns
// the extreme value of the right sign.
func exponentOf(raw []byte) (e int64, huge bool) {
	negative := raw[0] == '-'
	if negative || raw[0] == '+' {
		raw = raw[1:]
	}
	for len(raw) > 0 && raw[0] == '0' {
		raw = raw[1:]
	}
	if huge = len(raw) > maxExponentDigits; huge {
		e = math.MaxInt64
	} else {
		for _, c := range raw {
			e = e*10 + int64(c-'0')
		}
	}
	if negative {
		e = -e
	}
	return e, huge
}

// appendNumber writes the canonical form of a number: sign, digits, e,
// exponent; 0 for zero. A number whose exponent is beyond the bound stays as it
// was sent: still no other number's form, though its value may have others.
func appendNumber(dst, raw []byte) []byte {
	n := decimalOf(raw)
	if len(n.digits) == 0 {
		return append(dst, '0')
	}
	if n.huge {
		return append(dst, raw...)
	}
	if n.negative {
		dst = append(dst, '-')
	}
	for _, c := range n.digits {
		if c != '.' {
			dst = append(dst, c)
		}
	}
	dst = append(dst, 'e')
	return strconv.AppendInt(dst, n.exponent, 10)
}

// putShortNumber is appendNumber for a number of at most eight bytes, the lowest
// size of w. It writes to dst, which has room for twelve, and returns the form's
// length; 0 for a number with an exponent.
func putShortNumber(dst []byte, w uint64, size int) (n int) {
	if byte(w) == '-' {
		dst[0] = '-'
		n, w, size = 1, w>>8, size-1
	}
	w &= 1<<(8*size) - 1
	point := bits.TrailingZeros64(nonDigits(w)) / 8
	if point < size {
		whole := uint64(1)<<(8*point) - 1
		if byte(w>>(8*point)) != '.' {
			return 0
		}
		w, size = w&whole|w>>8&^whole, size-1 // without the point
		if bits.TrailingZeros64(nonDigits(w))/8 < size {
			return 0
		}
	}
	digits := (w ^ '0'*eachLow) & (1<<(8*size) - 1)
	if digits == 0 {
		dst[0] = '0'
		return 1
	}
	first, last := bits.TrailingZeros64(digits)/8, 7-bits.LeadingZeros64(digits)/8 // that are not zero
	binary.LittleEndian.PutUint64(dst[n:], w>>(8*first))
	n += last + 1 - first
	exponent := point - 1 - last
	if dst[n] = 'e'; exponent < 0 {
		n++
		dst[n], exponent = '-', -exponent
	}
	dst[n+1] = '0' + byte(exponent)
	return n + 2
}
