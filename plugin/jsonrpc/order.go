package jsonrpc

import "slices"

// order lists the members of every object of a document as the canonical form
// has them: by the bytes of their names' text. order[i] of an object's token i is
// the token of its first name, order[name] that of the next one, and 0 ends the
// list, since token 0 is no name. Those of other tokens mean nothing.
type order []int32

// sort finds the order of the document's members once, and the first object that
// has two of one name.
func (d *Doc) sort() {
	if len(d.order) > 0 {
		return
	}
	d.order = slices.Grow(d.order, len(d.Tokens))[:len(d.Tokens)]
	names := nameSorter{doc: d}
	for i := range d.Tokens {
		if d.Tokens[i].Kind == Object && !d.order.sortFew(d, i) {
			names.link(i)
		}
	}
}

// sortFew does it for an object of few members whose names are without escapes and differ in their first bytes. It tells
// whether object i is such a one.
func (o order) sortFew(d *Doc, i int) bool {
	text, tokens, n := d.padded(), d.Tokens, 0
	var few [fewMembers]member
	for name, end := int32(i)+1, tokens[i].Next; name < end; name = tokens[name+1].Next {
		t := &tokens[name]
		m, at := member{prefix: prefix(word(text[t.Start+1:]), t.End-t.Start-2), name: name}, n
		if n == len(few) || t.Escaped {
			return false
		}
		for at > 0 && m.prefix <= few[at-1].prefix {
			if m.prefix == few[at-1].prefix {
				return false
			}
			few[at] = few[at-1]
			at--
		}
		few[at] = m
		n++
	}
	o.link(i, few[:n])
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
