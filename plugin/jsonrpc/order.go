package jsonrpc

import "slices"

// order lists the members of every object of a document as the canonical form
// has them: by the bytes of their names' text. order[i] of an object's token i is
// the token of its first name, order[name] that of the next one, and 0 ends the
// list, since token 0 is no name. Those of other tokens mean nothing.
type order []int32

// sort finds the order of the document's members, once, and the first object that
// has two of one name.
func (d *Doc) sort() {
	if len(d.order) > 0 {
		return
	}
	d.order = slices.Grow(d.order, len(d.Tokens))[:len(d.Tokens)]
	names := nameSorter{doc: d}
	var room few
	tokens, order := d.Tokens, d.order
	for i := range tokens {
		if tokens[i].Kind != Object {
			continue
		}
		if !order.sortFew(d, int32(i), &room) {
			names.link(i)
		}
	}
}

// few is room for the members of an object that has few.
type few struct {
	prefixes [fewMembers]uint64
	names    [fewMembers]int32 // tokens
}

// sortFew does it for an object of few members whose names are without escapes and
// differ in their first bytes, which nearly all are. It tells whether object i is
// such a one.
func (o order) sortFew(d *Doc, i int32, f *few) bool {
	text, tokens, n := d.padded(), d.Tokens, 0
	prefixes, names := f.prefixes[:], f.names[:]
	for name, end := i+1, tokens[i].Next; name < end; name = tokens[name+1].Next {
		t := &tokens[name]
		p, at := prefix(word(text[t.Start+1:]), t.End-t.Start-2), n
		if n == fewMembers || t.Escaped {
			return false
		}
		for at > 0 && p < prefixes[at-1] {
			prefixes[at], names[at] = prefixes[at-1], names[at-1]
			at--
		}
		if at > 0 && p == prefixes[at-1] {
			return false
		}
		prefixes[at], names[at] = p, name
		n++
	}
	at := i
	for _, name := range names[:n] {
		o[at] = name
		at = name
	}
	o[at] = 0
	return true
}

// link writes down the sorted members of object i.
func (o order) link(i int, members []member) {
	at := int32(i)
	for k := range members {
		o[at] = members[k].name
		at = members[k].name
	}
	o[at] = 0
}
