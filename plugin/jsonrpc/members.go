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
	s.sort(s.members[first:])
	return first
}

// member returns the member of that name token.
func (s *nameSorter) member(name int) member {
	t := &s.doc.Tokens[name]
	m := member{from: t.Start + 1, to: t.End - 1, name: int32(name)}
	text := s.doc.Body[m.from:]
	if t.Escaped {
		m.from = int32(len(s.decoded))
		s.decoded = appendText(s.decoded, s.doc.inner(name))
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

// remove drops the members whose decoded name omit names.
func (s *nameSorter) remove(omit func(name string) bool) {
	s.members = slices.DeleteFunc(s.members, func(m member) bool {
		return omit(string(s.text(m)))
	})
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
