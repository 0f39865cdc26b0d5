package store

import (
	"encoding/binary"
	"strconv"
	"time"

	"mcponce/plugin/action"
)

const (
	// rosterPrefix begins the keys of the VM slots. They belong to no epoch: all configurations of a VM share its slot.
	rosterPrefix = "mcponce/vm/"

	// lostAfter is how many of its own observations in a row an observer must find a heartbeat unmoved before it calls the
	// VM lost. A process that was paused, or a clock that jumped, then harms nobody.
	lostAfter = 5 // periods, the observer's own and the observed VM's, whichever are longer

	// abandonedAfter is how many periods old a slot's last heartbeat must be before a starting VM, which has not observed
	// anything yet, may take the slot. To take one too early is safe: its former holder notices at its next heartbeat and
	// takes another. firstPeriod stands in before the first heartbeat.
	abandonedAfter = 60
	firstPeriod    = time.Second
)

// Roster is who takes part in the store: numbered VM slots with their incarnations, heartbeats and queues. A VM has one.
type Roster struct {
	data        SharedData
	seated      bool
	slot        uint32
	incarnation uint32
	seen        [action.Slots]sighting
}

// NewRoster returns the roster as a VM sees it that has no slot yet.
func NewRoster(data SharedData) *Roster { return &Roster{data: data} }

// post is what a slot's key holds.
//
//	incarnation u32, queue u32, beat u64, last heartbeat (monotonic ns) i64, period of heartbeats (ns) i64, retired u8,
//	all little endian
type post struct {
	incarnation uint32
	queue       uint32
	beat        uint64
	at          time.Duration
	period      time.Duration
	retired     bool
}

const postSize = 33

// sighting is the last observation of a slot.
type sighting struct {
	post
	still time.Duration // the observer's own periods in a row without a heartbeat
	times int           // how many they are
}

// Seat returns the VM's slot and incarnation, taking a slot if it has none. ok is false when all slots are in use.
func (r *Roster) Seat(now time.Duration) (slot, incarnation uint32, ok bool) {
	for n := uint32(0); !r.seated && n < action.Slots; n++ {
		r.take(n, now)
	}
	return r.slot, r.incarnation, r.seated
}

// take tries to take one slot: a new one, a retired one, or one whose holder has long been silent.
func (r *Roster) take(n uint32, now time.Duration) {
	p, cas, found, err := r.read(n)
	if err != nil || found && !p.retired && now-p.at < abandonedAfter*p.period {
		return
	}
	next := post{incarnation: p.incarnation + 1, at: now, period: firstPeriod}
	if stored, err := r.data.Set(rosterKey(n), next.encode(), cas); err != nil || !stored {
		return
	}
	r.seated, r.slot, r.incarnation = true, n, next.incarnation
}

// Beat moves the VM's heartbeat, which it does once in each period, and publishes its queue. It answers false when that
// cannot be written, or when the VM has no slot or has lost it to another: it then needs a new seat and, with it, a new
// queue.
func (r *Roster) Beat(queue uint32, now, period time.Duration) bool {
	return r.update(func(p post) post {
		p.beat, p.queue, p.at, p.period = p.beat+1, queue, now, period
		return p
	})
}

// Retire gives the slot back when the VM ends in good order.
func (r *Roster) Retire() {
	r.update(func(p post) post {
		p.retired = true
		return p
	})
	r.seated = false
}

func (r *Roster) update(change func(post) post) bool {
	for range casTries {
		if !r.seated {
			return false
		}
		p, cas, found, err := r.read(r.slot)
		if err != nil {
			return false
		}
		if !found || p.incarnation != r.incarnation {
			r.seated = false
			return false
		}
		if stored, err := r.data.Set(rosterKey(r.slot), change(p).encode(), cas); err != nil || stored {
			return err == nil
		}
	}
	return false
}

// Observe looks at all slots. It is called once in each of the observer's own periods.
func (r *Roster) Observe(period time.Duration) {
	for n := range uint32(action.Slots) {
		p, _, found, err := r.read(n)
		if err != nil {
			continue
		}
		if !found {
			return // slots are taken in order
		}
		s := &r.seen[n]
		if p.incarnation == s.incarnation && p.beat == s.beat {
			s.still, s.times = s.still+period, s.times+1
		} else {
			s.still, s.times = 0, 0
		}
		s.post = p
	}
}

// Lost says whether the VM that made an owner's token is gone, as far as this VM has observed.
func (r *Roster) Lost(o action.Owner) bool {
	if o.Slot >= action.Slots || r.seated && o.Slot == r.slot && o.Incarnation == r.incarnation {
		return false
	}
	s := r.seen[o.Slot]
	switch {
	case s.incarnation > o.Incarnation:
		return true
	case s.incarnation == o.Incarnation:
		return s.retired || s.times >= lostAfter && s.still >= lostAfter*s.period
	default:
		return false // a VM younger than the last observation
	}
}

// Queue returns the queue that wakes a slot's VM.
func (r *Roster) Queue(slot uint32) (queue uint32, ok bool) {
	p, _, found, err := r.read(slot)
	return p.queue, err == nil && found && !p.retired && p.queue != 0
}

// read returns a slot's post and the CAS that replaces it. What is no post counts as an error.
func (r *Roster) read(n uint32) (p post, cas uint32, found bool, err error) {
	value, cas, found, err := r.data.Get(rosterKey(n))
	if err != nil {
		return p, 0, false, unavailable(err)
	}
	if !found {
		return p, neverCurrent, false, nil
	}
	if len(value) != postSize {
		return p, 0, false, unavailable(errDamaged)
	}
	le := binary.LittleEndian
	return post{
		incarnation: le.Uint32(value),
		queue:       le.Uint32(value[4:]),
		beat:        le.Uint64(value[8:]),
		at:          time.Duration(le.Uint64(value[16:])),
		period:      time.Duration(le.Uint64(value[24:])),
		retired:     value[32] == 1,
	}, cas, true, nil
}

func (p post) encode() []byte {
	le := binary.LittleEndian
	b := le.AppendUint32(make([]byte, 0, postSize), p.incarnation)
	b = le.AppendUint32(b, p.queue)
	b = le.AppendUint64(b, p.beat)
	b = le.AppendUint64(b, uint64(p.at))
	b = le.AppendUint64(b, uint64(p.period))
	if p.retired {
		return append(b, 1)
	}
	return append(b, 0)
}

func rosterKey(slot uint32) string { return rosterPrefix + strconv.Itoa(int(slot)) }
