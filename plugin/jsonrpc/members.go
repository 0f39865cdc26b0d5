package jsonrpc

import (
	"bytes"
	"cmp"
	"math/bits"
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

// nameSorter sorts the members of one document's objects, one object at a time.
type nameSorter struct {
	doc     *Doc
	members []member // of the object at hand
	decoded []byte   // texts of its escaped names, one after the other
}

// collect takes the members of object i, sorted by the bytes of their names'
// text, equal ones in document order.
func (s *nameSorter) collect(i int) {
	tokens := s.doc.Tokens
	s.members, s.decoded = s.members[:0], s.decoded[:0]
	if tokens[i].Kind != Object {
		return
	}
	for name, end := int32(i)+1, tokens[i].Next; name < end; name = tokens[name+1].Next {
		s.members = append(s.members, s.member(name))
	}
	s.sort(s.members)
}

// member returns the member of that name token.
func (s *nameSorter) member(name int32) member {
	t := &s.doc.Tokens[name]
	m := member{from: t.Start + 1, to: t.End - 1, name: name}
	text := s.doc.Body[m.from:]
	if t.Escaped {
		m.from = int32(len(s.decoded))
		s.decoded = appendText(s.decoded, s.doc.inner(int(name)))
		m.to = int32(len(s.decoded))
		text = s.decoded[m.from:]
	}
	m.prefix = prefix(text, int(m.to-m.from))
	return m
}

// prefix returns the first eight bytes of b[:n], big-endian, padded with zeros.
func prefix(b []byte, n int) uint64 {
	if len(b) < 8 {
		var short [8]byte
		copy(short[:], b)
		b = short[:]
	}
	w := bits.ReverseBytes64(word(b))
	if n < 8 {
		w &= ^uint64(0) << (64 - 8*n)
	}
	return w
}

// fewMembers is up to how many members inserting beats a general sort.
const fewMembers = 12

func (s *nameSorter) sort(members []member) {
	if len(members) > fewMembers {
		slices.SortFunc(members, s.compare)
		return
	}
	for k := 1; k < len(members); k++ {
		m, at := members[k], k
		for at > 0 && (m.prefix < members[at-1].prefix ||
			m.prefix == members[at-1].prefix && s.compare(m, members[at-1]) < 0) {
			members[at] = members[at-1]
			at--
		}
		members[at] = m
	}
}

// compare orders members by text, then as they are in the document.
func (s *nameSorter) compare(a, b member) int {
	if a.prefix != b.prefix {
		return cmp.Compare(a.prefix, b.prefix)
	}
	if c := bytes.Compare(s.text(a), s.text(b)); c != 0 {
		return c
	}
	return cmp.Compare(a.name, b.name)
}

// text returns a member's decoded name.
func (s *nameSorter) text(m member) []byte {
	if s.doc.Tokens[m.name].Escaped {
		return s.decoded[m.from:m.to]
	}
	return s.doc.Body[m.from:m.to]
}

// duplicate returns the error for the first two members of one name.
func (s *nameSorter) duplicate() error {
	for k := 1; k < len(s.members); k++ {
		a, b := &s.members[k-1], &s.members[k]
		if a.prefix == b.prefix && bytes.Equal(s.text(*a), s.text(*b)) {
			return &FaultError{int(s.doc.Tokens[b.name].Start), "a second member of the same name"}
		}
	}
	return nil
}
