package store

import (
	"encoding/binary"
	"sync"
	"testing"

	"mcponce/host/shareddata"
	"mcponce/plugin/action"
)

func newNotes(epoch string) (*Notes, yielding) {
	data := yielding{shareddata.New(shareddata.Envoy)}
	return NewNotes(data, epoch), data
}

// noteID is one of the digests of a list.
func noteID(list byte, n uint32) (id action.Digest) {
	binary.LittleEndian.PutUint32(id[:], n)
	id[len(id)-1] = list
	return id
}

func put(t *testing.T, n *Notes, id action.Digest, bits byte) {
	t.Helper()
	if err := n.Put(map[action.Digest]byte{id: bits}); err != nil {
		t.Fatal(err)
	}
}

func TestLastNoteCounts(t *testing.T) {
	n, data := newNotes("1")
	id, other := noteID(1, 1), noteID(1, 2)
	if got := n.Get(id); got != 0 {
		t.Errorf("got %d before anything was noted", got)
	}
	for _, bits := range []byte{1, 3, 0, 2} {
		put(t, n, id, bits)
		put(t, n, other, 7)
		if got := NewNotes(data, "1").Get(id); got != bits {
			t.Errorf("another VM gets %d, want %d", got, bits)
		}
		if got := n.Get(other); got != 7 {
			t.Errorf("the note beside it is %d", got)
		}
	}
	if got := NewNotes(data, "2").Get(id); got != 0 {
		t.Errorf("another epoch has %d", got)
	}
}

func TestFullListForgetsTheFirstNote(t *testing.T) {
	n, data := newNotes("1")
	for i := range uint32(notesInList + 3) {
		put(t, n, noteID(9, i), 1)
	}
	put(t, n, noteID(9, 5), 2) // a note that changes keeps its place
	put(t, n, noteID(9, 1000), 1)
	for i, want := range map[uint32]byte{0: 0, 2: 0, 3: 0, 4: 1, 5: 2, notesInList + 2: 1, 1000: 1} {
		if got := n.Get(noteID(9, i)); got != want {
			t.Errorf("note %d is %d, want %d", i, got, want)
		}
	}
	if value, _, _, _ := data.Get(n.key(9)); len(value) != headerSize+notesInList*noteSize {
		t.Errorf("a full list has %d bytes", len(value))
	}
}

func TestNotesAreBounded(t *testing.T) {
	n, data := newNotes("1")
	all := map[action.Digest]byte{}
	for i := range uint32(100_000) {
		all[noteID(byte(i), i)] = 1
	}
	if err := n.Put(all); err != nil {
		t.Fatal(err)
	}
	bytes := 0
	for l := range noteLists {
		value, _, _, _ := data.Get(n.key(byte(l)))
		bytes += len(value)
	}
	if bytes > 150<<10 {
		t.Errorf("the notes take %d bytes", bytes)
	}
}

func TestNoteThatStandsIsNotWrittenAgain(t *testing.T) {
	n, data := newNotes("1")
	put(t, n, noteID(1, 1), 1)
	_, before, _, _ := data.Get(n.key(1))
	put(t, n, noteID(1, 1), 1)
	put(t, n, noteID(1, 2), 0)
	if _, after, _, _ := data.Get(n.key(1)); after != before {
		t.Error("nothing has changed, and the list was written")
	}
}

func TestDamagedNotesAreNone(t *testing.T) {
	n, data := newNotes("1")
	id := noteID(1, 1)
	put(t, n, id, 1)
	value, _, _, _ := data.Get(n.key(1))
	for at := range value {
		damaged := append([]byte(nil), value...)
		damaged[at] ^= 1
		if at == 3 || at == 4 {
			damaged = damaged[:at]
		}
		if _, err := data.Set(n.key(1), damaged, 0); err != nil {
			t.Fatal(err)
		}
		if got := n.Get(id); got != 0 {
			t.Errorf("with byte %d damaged it is %d", at, got)
		}
	}
	put(t, n, id, 2)
	if got := n.Get(id); got != 2 {
		t.Errorf("after damage nothing can be noted: %d", got)
	}
}

func TestNotesOfSeveralVMsAreAllKept(t *testing.T) {
	_, data := newNotes("1")
	var vms sync.WaitGroup
	for vm := range uint32(4) {
		vms.Go(func() {
			n := NewNotes(data, "1")
			for i := range uint32(notesInList / 4) {
				put(t, n, noteID(3, vm*100+i), 1)
			}
		})
	}
	vms.Wait()
	n := NewNotes(data, "1")
	for vm := range uint32(4) {
		for i := range uint32(notesInList / 4) {
			if n.Get(noteID(3, vm*100+i)) != 1 {
				t.Errorf("note %d of VM %d is lost", i, vm)
			}
		}
	}
}
