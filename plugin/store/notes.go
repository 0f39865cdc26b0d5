package store

import (
	"encoding/binary"
	"hash/crc32"
	"slices"

	"mcponce/plugin/action"
)

// Notes is a small table of bits by digest in the gateway's shared data: for what is good to know, and harmless to forget.
// Shared data has no delete, so the table has a fixed number of lists; in a full one the note that was made first gives way.
//
// A list is the value of one shared-data key:
//
//	header: magic "mn", version, note count, CRC-32C of all that follows (little endian)
//	note:   the first half of its digest, its bits
type Notes struct {
	data   SharedData
	prefix string
}

const (
	notesMagic   = "mn"
	notesVersion = 1
	noteSize     = len(action.Mark{}) + 1
	// noteLists times notesInList is how many notes there can be: 8,192, in 150 KiB. Both fit into a byte.
	noteLists   = 256
	notesInList = 32
)

// NewNotes returns the notes of an epoch.
func NewNotes(data SharedData, epoch string) *Notes {
	return &Notes{data: data, prefix: "mcponce/" + epoch + "/n"}
}

// Get returns the bits that are noted for id, 0 if nothing is.
func (n *Notes) Get(id action.Digest) byte {
	value, _, found, err := n.data.Get(n.key(list(id)))
	if err != nil || !found {
		return 0
	}
	notes := parseNotes(value)
	if i := notes.find(id); i >= 0 {
		return notes[i].bits
	}
	return 0
}

// Put notes all of these; bits of 0 forget what was noted. It is one compare-and-swap for each list that changes, not one for
// all of them.
func (n *Notes) Put(all map[action.Digest]byte) error {
	byList := map[byte][]action.Digest{}
	for id := range all {
		byList[list(id)] = append(byList[list(id)], id)
	}
	for l, ids := range byList {
		if err := n.putIn(l, ids, all); err != nil {
			return err
		}
	}
	return nil
}

func (n *Notes) putIn(l byte, ids []action.Digest, all map[action.Digest]byte) error {
	for range casTries {
		value, cas, found, err := n.data.Get(n.key(l))
		if err != nil {
			return unavailable(err)
		}
		if !found {
			cas = neverCurrent
		}
		notes, changed := parseNotes(value), false
		for _, id := range ids {
			changed = notes.set(id, all[id]) || changed
		}
		if !changed {
			return nil
		}
		if stored, err := n.data.Set(n.key(l), notes.seal(), cas); err != nil {
			return unavailable(err)
		} else if stored {
			return nil
		}
	}
	return unavailable(errRaces)
}

func (n *Notes) key(l byte) string { return n.prefix + string([]byte{l}) }

// list chooses the list of a digest, by a byte that its note does not hold.
func list(id action.Digest) byte { return id[len(id)-1] }

// noteList is one list, the note made first in front.
type noteList []note

type note struct {
	id   action.Mark
	bits byte
}

// parseNotes reads a list. One that is damaged, or of another version, has no notes.
func parseNotes(value []byte) noteList {
	if len(value) < headerSize || string(value[:2]) != notesMagic || value[2] != notesVersion ||
		len(value) != headerSize+int(value[3])*noteSize ||
		binary.LittleEndian.Uint32(value[4:]) != crc32.Checksum(value[headerSize:], castagnoli) {
		return nil
	}
	var notes noteList
	for at := headerSize; at < len(value); at += noteSize {
		notes = append(notes, note{action.Mark(value[at : at+noteSize-1]), value[at+noteSize-1]})
	}
	return notes
}

func (l noteList) seal() []byte {
	value := append(make([]byte, 0, headerSize+len(l)*noteSize), notesMagic...)
	value = append(value, notesVersion, byte(len(l)), 0, 0, 0, 0)
	for _, n := range l {
		value = append(append(value, n.id[:]...), n.bits)
	}
	binary.LittleEndian.PutUint32(value[4:], crc32.Checksum(value[headerSize:], castagnoli))
	return value
}

func (l noteList) find(id action.Digest) int {
	return slices.IndexFunc(l, func(n note) bool { return n.id == action.Mark(id[:]) })
}

// set notes the bits, and tells whether that changed anything.
func (l *noteList) set(id action.Digest, bits byte) bool {
	i := l.find(id)
	switch {
	case i < 0 && bits == 0, i >= 0 && (*l)[i].bits == bits:
		return false
	case i >= 0 && bits == 0:
		*l = slices.Delete(*l, i, i+1)
	case i >= 0:
		(*l)[i].bits = bits
	default:
		if len(*l) == notesInList {
			*l = slices.Delete(*l, 0, 1)
		}
		*l = append(*l, note{action.Mark(id[:]), bits})
	}
	return true
}
