package jsonrpc

import (
	"math"
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
	if isPlain(raw) {
		return append(append(dst, raw...), "e0"...)
	}
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

// isPlain tells whether raw is an integer spelt with digits alone, the last of
// which is not zero: most numbers are, and need no taking apart.
func isPlain(raw []byte) bool {
	if raw[0] == '-' {
		raw = raw[1:]
	}
	for _, c := range raw {
		if c-'0' > 9 {
			return false
		}
	}
	return raw[len(raw)-1] != '0'
}
