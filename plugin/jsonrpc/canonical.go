package jsonrpc

import (
	"encoding/binary"
	"slices"
)

// AppendCanonical writes value i in its canonical form: no white space; members
// in the order of their decoded names' bytes; a string's characters escaped as
// in RFC 8785 section 3.2.2.2; a number as sign, digits without outer zeros,
// e, exponent, and zero as 0.
//
// Two values have the same form if, and only if, they are the same: numbers by
// exact value, strings by characters without normalisation, arrays in order,
// objects in any order. In a document with a [Doc.Fault] the "if" may fail, the
// "only if" holds.
func (d *Doc) AppendCanonical(dst []byte, i int) []byte {
	return d.AppendCanonicalWithout(dst, i, nil)
}

// AppendCanonicalWithout is [Doc.AppendCanonical] without some members of
// objects at any depth. They are given by their name tokens, in ascending order.
func (d *Doc) AppendCanonicalWithout(dst []byte, i int, without []int) []byte {
	d.sort()
	text, tokens, order := d.padded(), d.Tokens, d.order
	n := len(dst)
	dst = slices.Grow(dst, longestForm(len(d.Raw(i))))
	dst = dst[:cap(dst)]
	around := d.around[:0]           // the containers around the innermost open one, outermost first
	open, isName := int32(-1), false // the innermost open container; whether a member's name is next
write:
	for next := int32(i); ; {
		t := &tokens[next]
		switch {
		case t.Kind >= String && t.Kind != Number && !t.Escaped: // the grammar has whatever the form escapes escaped
			from, size := int(t.Start), int(t.End-t.Start)
			for k := 0; ; k += 8 {
				binary.LittleEndian.PutUint64(dst[n+k:], word(text[from+k:]))
				if k+8 >= size {
					break
				}
			}
			if n += size; isName {
				dst[n] = ':'
				n, next, isName = n+1, next+1, false
				continue
			}
		case t.Kind == Number:
			size := 0
			if t.End-t.Start <= 8 {
				size = putShortNumber(dst[n:], word(text[t.Start:]), int(t.End-t.Start))
			}
			if n += size; size == 0 {
				n = len(appendNumber(dst[:n], text[t.Start:t.End]))
			}
		case t.Kind == String:
			n = len(appendString(dst[:n], d.inner(int(next))))
			if isName {
				dst[n] = ':'
				n, next, isName = n+1, next+1, false
				continue
			}
		default:
			dst[n] = t.Kind.opener()
			n++
			first := next + 1
			if t.Kind == Object {
				first = d.kept(order[next], without)
			}
			if first != 0 && first != t.Next {
				around = append(around, open)
				open, next, isName = next, first, t.Kind == Object
				continue
			}
			dst[n] = t.Kind.closer()
			n++
		}
		for { // A value is written.
			if open < 0 {
				d.around = around
				return dst[:n]
			}
			c := &tokens[open]
			if c.Kind == Object {
				if name := d.kept(order[next-1], without); name != 0 {
					dst[n] = ','
					n, next, isName = n+1, name, true
					continue write
				}
			} else if after := tokens[next].Next; after < c.Next {
				dst[n] = ','
				n, next = n+1, after
				continue write
			}
			dst[n] = c.Kind.closer()
			n++
			last := len(around) - 1
			next, open, around = open, around[last], around[:last]
		}
	}
}

// longestForm bounds the length of the form of a value of that many bytes. Only a number's
// form is longer than the number, by an exponent of two bytes; and each but one
// has a separator beside it. What is copied by words needs some room more.
func longestForm(size int) int { return 2*size + 2 + 32 }

// kept returns the first member from name on that is not among those to leave
// out, or 0.
func (d *Doc) kept(name int32, without []int) int32 {
	if len(without) == 0 {
		return name
	}
	return d.keptAmong(name, without)
}

func (d *Doc) keptAmong(name int32, without []int) int32 {
	for name != 0 {
		if _, out := slices.BinarySearch(without, int(name)); !out {
			break
		}
		name = d.order[name]
	}
	return name
}
