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
	w := canonicalWriter{doc: d, names: nameSorter{doc: d}, out: slices.Grow(dst, len(d.Raw(i)))}
	w.value(i)
	if omit != nil && d.Tokens[i].Kind == Object {
		w.names.remove(omit)
		w.open[0].end = int32(len(w.names.members))
	}
	for {
		next, ok := w.advance()
		if !ok {
			return w.out
		}
		w.value(next)
	}
}

// canonicalWriter walks a value in canonical order.
type canonicalWriter struct {
	doc   *Doc
	names nameSorter // the members of the open objects
	open  []frame    // the open containers, outermost first
	out   []byte
}

// frame is an open container: what of it is still to be written. It counts in
// nameSorter.members for an object, in Doc.Tokens for an array.
type frame struct {
	object         bool
	first, at, end int32
}

// value writes scalar i, or opens container i.
func (w *canonicalWriter) value(i int) {
	t := &w.doc.Tokens[i]
	switch t.Kind {
	case Object:
		first := int32(w.names.collect(i))
		w.open = append(w.open, frame{true, first, first, int32(len(w.names.members))})
		w.out = append(w.out, '{')
	case Array:
		first := int32(i) + 1
		w.open = append(w.open, frame{false, first, first, t.Next})
		w.out = append(w.out, '[')
	case Number:
		w.out = appendNumber(w.out, w.doc.Raw(i))
	case String:
		w.string(i)
	default:
		w.out = append(w.out, w.doc.Raw(i)...)
	}
}

// string writes string i. Without a backslash it already is canonical: the
// grammar has whatever the canonical form escapes escaped.
func (w *canonicalWriter) string(i int) {
	if !w.doc.Tokens[i].Escaped {
		w.out = append(w.out, w.doc.Raw(i)...)
		return
	}
	w.out = appendString(w.out, w.doc.inner(i))
}

// advance closes the containers that end here and writes what leads to the next
// value. It returns that value's token, or not ok at the end.
func (w *canonicalWriter) advance() (next int, ok bool) {
	for len(w.open) > 0 {
		f := &w.open[len(w.open)-1]
		if f.at == f.end {
			w.close(f)
			continue
		}
		if f.at > f.first {
			w.out = append(w.out, ',')
		}
		if !f.object {
			next = int(f.at)
			f.at = w.doc.Tokens[next].Next
			return next, true
		}
		name := int(w.names.members[f.at].name)
		f.at++
		w.string(name)
		w.out = append(w.out, ':')
		return name + 1, true
	}
	return 0, false
}

func (w *canonicalWriter) close(f *frame) {
	bracket := byte(']')
	if f.object {
		bracket = '}'
		w.names.members = w.names.members[:f.first]
	}
	w.out = append(w.out, bracket)
	w.open = w.open[:len(w.open)-1]
}
