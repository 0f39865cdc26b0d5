package store

import (
	"reflect"
	"testing"
	"time"

	"mcponce/plugin/action"
)

// Every field of a record gets a value of its own, so that a field that is not written, or written over another, shows.
func TestEntryComesBackAsItWasWritten(t *testing.T) {
	e := Entry{id: action.Digest{1, 31: 2}, slot: 7, Record: action.Record{
		State: action.Pending, Fingerprint: action.Digest{3, 31: 4}, Round: 0x0506,
		Owner: action.Owner{Slot: 0x0708090a, Incarnation: 0x0b0c0d0e, Call: 0x0f10111213141516},
		Asked: action.Mark{0x45, 15: 0x46}, Input: action.Mark{5, 15: 6},
		Before:   action.Before{Owner: action.Owner{Slot: 0x47, Incarnation: 0x48, Call: 0x49}, Asked: action.Mark{0x4a, 15: 0x4b}},
		Attempts: 0x1718191a, FirstSeen: 0x1b1c1d1e1f202122,
		Changed: time.Duration(0x232425262728292a), Retention: time.Duration(0x2b2c2d2e2f303132),
		Waiters: 0x333435363738393a, Waiting: 0x3b3c, Reason: action.Cancelled,
		Outcome: action.Outcome{Class: action.ToolError, Size: 0x3f404142, Digest: [16]byte{0x43, 15: 0x44}, Stored: true},
	}}
	first := e // a record has a round before, or a client,
	first.Round, first.Before, first.Delivered = 0, action.Before{}, true
	first.Client = action.Owner{Slot: 0x4c, Incarnation: 0x4d, Call: 0x4e}
	undone := e // or a round that was undone
	undone.Undone, undone.Before = e.Before, action.Before{}
	undoneFirst := undone
	undoneFirst.Round = 0
	for i, v := 0, reflect.ValueOf(e.Record); i < v.NumField(); i++ {
		if v.Field(i).IsZero() && reflect.ValueOf(first.Record).Field(i).IsZero() && reflect.ValueOf(undone.Record).Field(i).IsZero() {
			t.Fatalf("this test leaves %s zero", v.Type().Field(i).Name)
		}
	}
	p := make([]byte, entrySize)
	for _, want := range []Entry{e, first, undone, undoneFirst} {
		putEntry(p, want)
		if got := readEntry(p); got != want {
			t.Fatalf("got  %+v\nwant %+v", got, want)
		}
	}
	putEntry(p, Entry{})
	if got := readEntry(p); got != (Entry{}) {
		t.Fatalf("a zero entry over another comes back as %+v", got)
	}
}
