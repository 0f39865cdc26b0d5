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
	prefix  uint64
	name    int32 // token
	decoded int32 // index of the text in nameSorter.decoded, if the name is escaped
}

// nameSorter sorts the members of one document's objects, one object at a time.
type nameSorter struct {
	doc     *Doc
	members []member // room, used again for each object
	decoded [][]byte // texts of the escaped names of the object at hand
}

// fewMembers is up to how many members inserting beats a general sort.
const fewMembers = 12

// link writes down the order of object i's members, and the first pair that has one name.
func (s *nameSorter) link(i int) {
	members := s.sorted(i)
	s.doc.order.link(i, members)
	if s.doc.duplicate == nil {
		s.doc.duplicate = s.findDuplicate(members)
	}
}

// sorted returns the members of object i, by the bytes of their names' text, equal ones in document order.
func (s *nameSorter) sorted(i int) []member {
	text, tokens := s.doc.padded(), s.doc.Tokens
	s.members, s.decoded = s.members[:0], s.decoded[:0]
	for name, end := int32(i)+1, tokens[i].Next; name < end; name = tokens[name+1].Next {
		t := &tokens[name]
		m := member{prefix(word(text[t.Start+1:]), t.End-t.Start-2), name, 0}
		if t.Escaped {
			m = s.decode(name)
		}
		s.members = append(s.members, m)
	}
	slices.SortFunc(s.members, s.compare)
	return s.members
}

// decode returns the member of an escaped name.
func (s *nameSorter) decode(name int32) member {
	text := appendText(nil, s.doc.inner(int(name)))
	s.decoded = append(s.decoded, text)
	var head [8]byte
	copy(head[:], text)
	return member{prefix(word(head[:]), 8), name, int32(len(s.decoded)) - 1}
}

// prefix returns the first n bytes of w, but at most eight, big-endian, padded
// with zeros.
func prefix(w uint64, n int32) uint64 {
	return bits.ReverseBytes64(w) & (^uint64(0) << (64 - 8*min(n, 8)))
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
		return s.decoded[m.decoded]
	}
	return s.doc.inner(int(m.name))
}

// findDuplicate returns the error for the first two sorted members of one name.
func (s *nameSorter) findDuplicate(members []member) error {
	for k := 1; k < len(members); k++ {
		a, b := members[k-1], members[k]
		if a.prefix == b.prefix && bytes.Equal(s.text(a), s.text(b)) {
			return &FaultError{int(s.doc.Tokens[b.name].Start), "a second member of the same name"}
		}
	}
	return nil
}
