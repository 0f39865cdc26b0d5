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
	return d.AppendCanonicalMembers(dst, i, nil)
}

// AppendCanonicalMembers is [Doc.AppendCanonical] for object i without the
// members whose decoded name omit names. Members further down stay.
func (d *Doc) AppendCanonicalMembers(dst []byte, i int, omit func(name string) bool) []byte {
	w := canonicalWalk{names: nameSorter{doc: d}}
	dst = slices.Grow(dst, len(d.Raw(i)))
	for next := i; ; {
		switch t := &d.Tokens[next]; t.Kind {
		case Object, Array:
			dst = append(dst, d.Body[t.Start])
			w.enter(next)
			if next == i && omit != nil {
				w.omit(omit)
			}
		case Number:
			dst = appendNumber(dst, d.Raw(next))
		default:
			dst = d.appendPlain(dst, next)
		}
		for w.at == w.end {
			if len(w.around) == 0 {
				return dst
			}
			dst = append(dst, w.leave())
		}
		if w.at > w.first {
			dst = append(dst, ',')
		}
		if !w.object {
			next = int(w.at)
			w.at = d.Tokens[next].Next
			continue
		}
		name := int(w.names.members[w.at].name)
		dst = append(d.appendPlain(dst, name), ':')
		next = name + 1
		w.at++
	}
}

// appendPlain writes a string or a literal name. A string without a backslash
// already is canonical: the grammar has whatever the form escapes escaped.
func (d *Doc) appendPlain(dst []byte, i int) []byte {
	if t := &d.Tokens[i]; !t.Escaped {
		return append(dst, d.Body[t.Start:t.End]...)
	}
	return appendString(dst, d.inner(i))
}

// canonicalWalk is a place in a walk through a value in canonical order.
type canonicalWalk struct {
	names  nameSorter // the members of the open objects
	frame             // the innermost open container
	around []frame    // those around it, outermost first; the first is no container
}

// frame is an open container: what of it is still to be written. It counts in
// nameSorter.members for an object, in Doc.Tokens for an array.
type frame struct {
	object         bool
	first, at, end int32
}

// enter opens container i.
func (w *canonicalWalk) enter(i int) {
	w.around = append(w.around, w.frame)
	t := &w.names.doc.Tokens[i]
	if t.Kind == Object {
		first := int32(w.names.collect(i))
		w.frame = frame{true, first, first, int32(len(w.names.members))}
	} else {
		first := int32(i) + 1
		w.frame = frame{false, first, first, t.Next}
	}
}

// omit drops members of the outermost object, which was just opened.
func (w *canonicalWalk) omit(omit func(name string) bool) {
	if w.object {
		w.names.remove(omit)
		w.end = int32(len(w.names.members))
	}
}

// leave closes the innermost container and returns its bracket.
func (w *canonicalWalk) leave() (bracket byte) {
	bracket = ']'
	if w.object {
		bracket = '}'
		w.names.members = w.names.members[:w.first]
	}
	last := len(w.around) - 1
	w.frame, w.around = w.around[last], w.around[:last]
	return bracket
}
