package jsonrpc

import "unicode/utf8"

// PrefixID returns the raw id of a message of which only the first bytes are held,
// as far as they tell: nil if they are no object, break the grammar, hold no id, not
// all of it or more than one, or one that is no valid id.
func PrefixID(held []byte) []byte {
	var d Doc
	_, err := d.build(d.load(held))
	if err != nil && (err.Reason != Grammar || err.Offset < len(held)) || len(d.Tokens) == 0 || d.Tokens[0].Kind != Object {
		return nil
	}
	// Of the last token not all may be held. A container that is still open has what is around it for its Next.
	last, id := int32(len(d.Tokens))-1, int32(0)
	for name := int32(1); name < last; name = d.Tokens[name+1].Next {
		switch {
		case d.TextIs(int(name), "id") && id == 0:
			id = name + 1
		case d.TextIs(int(name), "id"), isCaseVariant([]byte(d.Text(int(name))), "id"):
			return nil
		}
		if name+1 >= last || d.Tokens[name+1].Next <= name {
			break
		}
	}
	if id == 0 || id >= last || !d.ValidID(int(id)) || !utf8.Valid(d.Raw(int(id))) {
		return nil
	}
	return d.Raw(int(id))
}

// ValidID tells whether value i may be the id of a request: a string, or a number
// whose exact value is an integer.
func (d *Doc) ValidID(i int) bool {
	return d.Tokens[i].Kind == String || d.IntegerID(i)
}
