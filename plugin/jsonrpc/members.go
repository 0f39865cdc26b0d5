package jsonrpc

import (
	"bytes"
	"cmp"
	"slices"
)

// member is one member of an object, ready to be sorted by its name's text.
type member struct {
	// prefix is the first eight bytes of the text, big-endian, padded with
	// zeros. Where two differ they order as the texts do; few are equal.
	prefix uint64
	// The text is nameSorter.decoded[from:to] if the name is escaped, else
	// Doc.Body[from:to].
	from, to int32
	name     int32 // token
}

// nameSorter collects and sorts members of one document's objects. Its stack
// of members lets it serve an object and those around it at the same time.
type nameSorter struct {
	doc     *Doc
	members []member
	decoded []byte // texts of escaped names, one after the other
}

// collect pushes the members of object i, sorted by the bytes of their names'
// text, equal ones in document order. It returns the position of the first.
func (s *nameSorter) collect(i int) (first int) {
	first = len(s.members)
	for name := range s.doc.Members(i) {
		s.members = append(s.members, s.member(name))
	}
	slices.SortFunc(s.members[first:], func(a, b member) int {
		return cmp.Or(s.compare(a, b), cmp.Compare(a.name, b.name))
	})
	return first
}

// member returns the member of that name token.
func (s *nameSorter) member(name int) member {
	t := &s.doc.Tokens[name]
	m := member{from: t.Start + 1, to: t.End - 1, name: int32(name)}
	if t.Escaped {
		m.from = int32(len(s.decoded))
		s.decoded = appendText(s.decoded, s.doc.inner(name))
		m.to = int32(len(s.decoded))
	}
	for k, c := range s.text(m)[:min(8, m.to-m.from)] {
		m.prefix |= uint64(c) << (56 - 8*k)
	}
	return m
}

// text returns a member's decoded name.
func (s *nameSorter) text(m member) []byte {
	if s.doc.Tokens[m.name].Escaped {
		return s.decoded[m.from:m.to]
	}
	return s.doc.Body[m.from:m.to]
}

func (s *nameSorter) compare(a, b member) int {
	if a.prefix != b.prefix {
		return cmp.Compare(a.prefix, b.prefix)
	}
	return bytes.Compare(s.text(a), s.text(b))
}

// remove drops the members whose decoded name omit names.
func (s *nameSorter) remove(omit func(name string) bool) {
	s.members = slices.DeleteFunc(s.members, func(m member) bool {
		return omit(string(s.text(m)))
	})
}

// duplicate returns the error for the first two members of one name.
func (s *nameSorter) duplicate() error {
	for k := 1; k < len(s.members); k++ {
		if s.compare(s.members[k-1], s.members[k]) == 0 {
			return &FaultError{int(s.doc.Tokens[s.members[k].name].Start), "a second member of the same name"}
		}
	}
	return nil
}
