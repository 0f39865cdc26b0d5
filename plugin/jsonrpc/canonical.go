package jsonrpc

import "slices"

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
	order := d.sorted()
	dst = slices.Grow(dst, len(d.Raw(i)))
	var open frame     // the innermost open container
	var around []frame // those around it, outermost first; the first is no container
	for next := int32(i); ; {
		switch t := &d.Tokens[next]; {
		case t.Kind == Object:
			around = append(around, open)
			open = frame{kind: Object, at: d.kept(order[next], without)}
			dst = append(dst, '{')
		case t.Kind == Array:
			around = append(around, open)
			open = frame{kind: Array, at: next + 1, end: t.Next}
			dst = append(dst, '[')
		case t.Kind == Number:
			dst = appendNumber(dst, d.Body[t.Start:t.End])
		case t.Escaped:
			dst = appendString(dst, d.inner(int(next)))
		default: // without a backslash it is canonical: the grammar has whatever the form escapes escaped
			dst = append(dst, d.Body[t.Start:t.End]...)
		}
		for open.at == open.end {
			if len(around) == 0 {
				return dst
			}
			dst = append(dst, open.kind.closer())
			open, around = around[len(around)-1], around[:len(around)-1]
		}
		if last := dst[len(dst)-1]; last != '{' && last != '[' { // else the container was just opened
			dst = append(dst, ',')
		}
		if open.kind == Array {
			next, open.at = open.at, d.Tokens[open.at].Next
			continue
		}
		name := open.at
		open.at = d.kept(order[name], without)
		if t := &d.Tokens[name]; t.Escaped {
			dst = append(appendString(dst, d.inner(int(name))), ':')
		} else {
			dst = append(append(dst, d.Body[t.Start:t.End]...), ':')
		}
		next = name + 1
	}
}

// kept returns the first member from name on that is not among those to leave
// out, or 0.
func (d *Doc) kept(name int32, without []int) int32 {
	for len(without) > 0 && name != 0 {
		if _, out := slices.BinarySearch(without, int(name)); !out {
			break
		}
		name = d.order[name]
	}
	return name
}

// frame is an open container: the token of what is to be written next. An
// object's end is that of its order, 0; the end of what is no container is too.
type frame struct {
	kind    Kind
	at, end int32
}
