package jsonrpc

// order lists the members of every object of a document as the canonical form
// has them: by the bytes of their names' text. order[i] of an object's token i is
// the token of its first name, order[name] that of the next one, and 0 ends the
// list, since token 0 is no name.
type order []int32

// link writes down the members of object i, which names has collected.
func (o order) link(i int, names *nameSorter) {
	for _, m := range names.members {
		o[i] = m.name
		i = int(m.name)
	}
}

// sorted returns the order of the document's members. [Doc.Fault] leaves it
// there; else it is found now.
func (d *Doc) sorted() order {
	if d.order == nil {
		d.order = make(order, len(d.Tokens))
		names := nameSorter{doc: d}
		for i := range d.Tokens {
			if d.Tokens[i].Kind == Object {
				names.collect(i)
				d.order.link(i, &names)
			}
		}
	}
	return d.order
}
