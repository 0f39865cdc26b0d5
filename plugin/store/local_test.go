package store_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"mcponce/host/shareddata"
	"mcponce/plugin/action"
	"mcponce/plugin/store"
	"mcponce/plugin/store/storetest"
)

// host adapts a host's shared data.
type host struct{ *shareddata.Data }

func (e host) Get(key string) ([]byte, uint32, bool, error) {
	value, cas, err := e.Data.Get(key)
	return value, cas, err == nil, unavailable(err)
}

func (e host) Set(key string, value []byte, cas uint32) (bool, error) {
	err := e.Data.Set(key, value, cas)
	return err == nil, unavailable(err)
}

func unavailable(err error) error {
	if errors.Is(err, shareddata.ErrUnavailable) {
		return err
	}
	return nil
}

// bounds is room for so many records and for any bodies.
func bounds(records int64) store.Bounds {
	return store.Bounds{Records: records, Bytes: 1 << 40, Changed: func(int64, int64) {}}
}

func open(t *testing.T, data store.SharedData, records int64, identity string, clock *storetest.Clock) *store.Local {
	t.Helper()
	data, err := store.Detect(data)
	if err != nil {
		t.Fatal(err)
	}
	l, err := store.Open(data, "1", identity, bounds(records), clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestLocalTableConforms(t *testing.T) {
	for name, dialect := range map[string]shareddata.Dialect{"envoy": shareddata.Envoy, "strict": shareddata.Strict} {
		t.Run(name, func(t *testing.T) {
			storetest.Run(t, func(t *testing.T, handles int) ([]store.Store, *storetest.Clock) {
				data, clock := host{shareddata.New(dialect)}, &storetest.Clock{}
				all := make([]store.Store, handles)
				for i := range all {
					all[i] = open(t, data, 256, "identity", clock)
				}
				return all, clock
			})
		})
	}
}

func TestAnotherIdentityNeedsAnotherEpoch(t *testing.T) {
	data, clock := host{shareddata.New(shareddata.Envoy)}, &storetest.Clock{}
	open(t, data, 256, "principal header x-user", clock)
	for name, reopen := range map[string]func() error{
		"identity": func() error {
			_, err := store.Open(data, "1", "principal authorization", bounds(256), clock.Now)
			return err
		},
		"geometry": func() error {
			_, err := store.Open(data, "1", "principal header x-user", bounds(512), clock.Now)
			return err
		},
	} {
		if err := reopen(); err == nil || !strings.Contains(err.Error(), "store.epoch") {
			t.Errorf("another %s: %v; want a refusal that names store.epoch", name, err)
		}
	}
	if _, err := store.Open(data, "2", "principal authorization", bounds(512), clock.Now); err != nil {
		t.Errorf("another epoch: %v", err)
	}
}

// forgetful is a host whose compare-and-swap compares nothing.
type forgetful struct{ host }

func (f forgetful) Set(key string, value []byte, _ uint32) (bool, error) {
	return f.host.Set(key, value, 0)
}

func TestHostWithoutCompareAndSwapIsRefused(t *testing.T) {
	_, err := store.Detect(forgetful{host{shareddata.New(shareddata.Envoy)}})
	if err == nil || !strings.Contains(err.Error(), "would not be exclusive") {
		t.Fatalf("got %v; want a refusal", err)
	}
}

func TestHostWithoutSharedDataIsRefused(t *testing.T) {
	_, err := store.Detect(host{shareddata.New(shareddata.None)})
	if err == nil || !strings.Contains(err.Error(), "no usable shared data") {
		t.Fatalf("got %v; want a refusal", err)
	}
}

// spoiled flips a bit in every value it reads once spoil is set.
type spoiled struct {
	host
	spoil *bool
}

func (s spoiled) Get(key string) ([]byte, uint32, bool, error) {
	value, cas, found, err := s.host.Get(key)
	if *s.spoil && len(value) > 0 {
		value[len(value)-1] ^= 1
	}
	return value, cas, found, err
}

func TestDamagedBucketIsUnavailableNeverEmpty(t *testing.T) {
	spoil := false
	clock := &storetest.Clock{}
	l := open(t, spoiled{host{shareddata.New(shareddata.Envoy)}, &spoil}, 8, "", clock)
	write := func(r action.Record) (action.Record, bool) { r.State = action.Pending; return r, true }
	l.Update(action.Digest{1}, write, func(_ store.Entry, err error) {
		if err != nil {
			t.Fatal(err)
		}
	})
	spoil = true
	l.Update(action.Digest{1}, write, func(e store.Entry, err error) {
		if !errors.Is(err, store.ErrUnavailable) {
			t.Fatalf("got %+v, %v; want ErrUnavailable", e, err)
		}
	})
}

// interrupted runs a function once, right before the next write.
type interrupted struct {
	host
	before *func()
}

func (i interrupted) Set(key string, value []byte, cas uint32) (bool, error) {
	if f := *i.before; f != nil {
		*i.before = nil
		f()
	}
	return i.host.Set(key, value, cas)
}

// An owner that stalls between reading its bucket and writing its body may find the slot in other hands: its record has
// expired meanwhile, and another action has claimed the slot and settled.
func TestStalledOwnerNeverOverwritesTheBodyOfTheSlotsNextOwner(t *testing.T) {
	var interrupt func()
	clock := &storetest.Clock{}
	l := open(t, interrupted{host{shareddata.New(shareddata.Envoy)}, &interrupt}, 8, "", clock)
	stalled, next := action.Digest{1}, action.Digest{2}
	record := func(state action.State, call uint64) store.Step {
		return func(r action.Record) (action.Record, bool) {
			return action.Record{State: state, Owner: action.Owner{Call: call}, Changed: clock.Now().Mono, Retention: time.Hour,
				Outcome: action.Outcome{Stored: state == action.Done}}, true
		}
	}
	var owned store.Entry
	l.Update(stalled, record(action.InDoubt, 1), func(e store.Entry, _ error) { owned = e })
	var settled store.Entry
	interrupt = func() {
		clock.Advance(time.Hour + 1)
		l.Update(next, record(action.Pending, 2), func(e store.Entry, _ error) { settled = e })
		l.Settle(settled, record(action.Done, 2), []byte("next"), func(e store.Entry, _ error) { settled = e })
	}
	stillMine := func(r action.Record) (action.Record, bool) {
		return action.Settle(r, action.Owner{Call: 1}, action.Outcome{Stored: true}, action.Mark{}, clock.Now())
	}
	l.Settle(owned, stillMine, []byte("stalled"), func(_ store.Entry, err error) {
		if !errors.Is(err, store.ErrNotApplied) {
			t.Errorf("the stalled owner settled: %v", err)
		}
	})
	l.Body(settled, func(body []byte, ok bool) {
		if !ok || string(body) != "next" {
			t.Errorf("the slot holds %q, %v; want next", body, ok)
		}
	})
}
