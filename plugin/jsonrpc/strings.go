package jsonrpc

import (
	"bytes"
	"unicode/utf8"
)

// Text returns the decoded value of string i. A lone surrogate becomes U+FFFD;
// [Doc.Fault] finds those. It is empty if i is no string.
func (d *Doc) Text(i int) string {
	if d.Tokens[i].Kind != String {
		return ""
	}
	raw := d.inner(i)
	if !d.Tokens[i].Escaped {
		return string(raw)
	}
	return string(appendText(make([]byte, 0, len(raw)), raw))
}

// TextIs tells whether i is a string whose decoded value is s. It allocates
// only for an escaped string that may be s and is longer than 64 bytes.
func (d *Doc) TextIs(i int, s string) bool {
	if d.Tokens[i].Kind != String {
		return false
	}
	raw := d.inner(i)
	if !d.Tokens[i].Escaped {
		return string(raw) == s
	}
	// An escape is at most six bytes for each byte of its text.
	if len(raw) > 6*len(s) {
		return false
	}
	var buf [64]byte
	return string(appendText(buf[:0], raw)) == s
}

// inner returns the bytes between the quotes of string i.
func (d *Doc) inner(i int) []byte {
	t := &d.Tokens[i]
	return d.Body[t.Start+1 : t.End-1]
}

// appendText decodes the inside of a string.
func appendText(dst, raw []byte) []byte {
	for {
		plain, r, rest, found := cutEscape(raw)
		dst = append(dst, plain...)
		if !found {
			return dst
		}
		dst = utf8.AppendRune(dst, r) // U+FFFD for a surrogate
		raw = rest
	}
}

// cutEscape splits the inside of a string around its first escape, which means
// r.
func cutEscape(raw []byte) (plain []byte, r rune, rest []byte, found bool) {
	at := bytes.IndexByte(raw, '\\')
	if at < 0 {
		return raw, 0, nil, false
	}
	r, size := unescape(raw[at:])
	return raw[:at], r, raw[at+size:], true
}

// unescape decodes the escape that raw starts with, two if they are a
// surrogate pair, and tells how many bytes that took. A lone surrogate is
// returned as it is.
func unescape(raw []byte) (r rune, size int) {
	switch c := raw[1]; c {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		r = hex4(raw[2:])
	default: // '"', '\\', '/'
		return rune(c), 2
	}
	if isHigh(r) && len(raw) >= 12 && raw[6] == '\\' && raw[7] == 'u' {
		if low := hex4(raw[8:]); isLow(low) {
			return (r-0xD800)<<10 + (low - 0xDC00) + 0x10000, 12
		}
	}
	return r, 6
}

func isHigh(r rune) bool { return r&^0x3FF == 0xD800 }
func isLow(r rune) bool  { return r&^0x3FF == 0xDC00 }

// hex4 decodes four hexadecimal digits.
func hex4(raw []byte) (r rune) {
	for _, c := range raw[:4] {
		digit := rune(c&0xF) + 9*rune(c>>6) // a letter's low bits start at 1
		r = r<<4 | digit
	}
	return r
}

// loneSurrogate returns the position inside a string of the first escape that
// is half of no surrogate pair, or -1.
func loneSurrogate(raw []byte) int {
	for rest := raw; ; {
		_, r, after, found := cutEscape(rest)
		if !found {
			return -1
		}
		if isHigh(r) || isLow(r) {
			return len(raw) - len(after) - len(`\uD800`)
		}
		rest = after
	}
}

// appendString writes the canonical form of a string from its inside: decoded,
// then escaped as RFC 8785 section 3.2.2.2 does. A lone surrogate stays an
// escape, so that it differs from U+FFFD.
func appendString(dst, raw []byte) []byte {
	dst = append(dst, '"')
	for {
		plain, r, rest, found := cutEscape(raw)
		dst = append(dst, plain...)
		if !found {
			return append(dst, '"')
		}
		dst = appendEscaped(dst, r)
		raw = rest
	}
}

// appendEscaped writes one character of a canonical string.
func appendEscaped(dst []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(dst, '\\', byte(r))
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	if r >= ' ' && !isHigh(r) && !isLow(r) {
		return utf8.AppendRune(dst, r)
	}
	const digits = "0123456789abcdef"
	return append(dst, '\\', 'u', digits[r>>12], digits[r>>8&0xF], digits[r>>4&0xF], digits[r&0xF])
}
