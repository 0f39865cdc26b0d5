package jsonrpc

import "iter"

// Raw returns token i as it was sent.
func (d *Doc) Raw(i int) []byte {
	t := &d.Tokens[i]
	return d.Body[t.Start:t.End]
}

// Members yields the name token and the value token of every member of object
// i, in document order; nothing if i is no object.
func (d *Doc) Members(i int) iter.Seq2[int, int] {
	return func(yield func(name, value int) bool) {
		if d.Tokens[i].Kind != Object {
			return
		}
		end := int(d.Tokens[i].Next)
		for name := i + 1; name < end; name = int(d.Tokens[name+1].Next) {
			if !yield(name, name+1) {
				return
			}
		}
	}
}

// Elements yields the value token of every element of array i; nothing if i is
// no array.
func (d *Doc) Elements(i int) iter.Seq[int] {
	return func(yield func(value int) bool) {
		if d.Tokens[i].Kind != Array {
			return
		}
		end := int(d.Tokens[i].Next)
		for value := i + 1; value < end; value = int(d.Tokens[value].Next) {
			if !yield(value) {
				return
			}
		}
	}
}

// Member returns the value token of object i's member of that decoded name. Of
// several such members it returns the first, so ask [Doc.Ambiguous] before.
func (d *Doc) Member(i int, name string) (value int, ok bool) {
	for n, v := range d.Members(i) {
		if d.TextIs(n, name) {
			return v, true
		}
	}
	return 0, false
}
