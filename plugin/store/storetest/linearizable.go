package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"mcponce/plugin/action"
	"mcponce/plugin/store"
)

// operation is one call on the store, as Porcupine sees it.
type operation struct {
	kind  string // claim, settle, release, doubt, read
	owner uint64 // who claims or ends
}

// answer is what the call returned: the state that stands and its owner, the verdict of a claim, whether an ending
// applied, and the body seen by a read.
type answer struct {
	applied bool
	state   action.State
	owner   uint64
	body    string
}

// model is one action as a sequential machine, written independently of package action.
var model = porcupine.Model{
	Init: func() any { return answer{} },
	Step: func(state, in, out any) (bool, any) {
		now, op, got := state.(answer), in.(operation), out.(answer)
		holds := now.owner == op.owner
		next := now
		switch op.kind {
		case "claim":
			if now.state == action.Absent || now.state == action.Released {
				next = answer{state: action.Pending, owner: op.owner}
			}
			return got.applied == (next != now) && sameAction(got, next), next
		case "settle":
			if holds && (now.state == action.Pending || now.state == action.InDoubt) {
				next = answer{state: action.Done, owner: op.owner, body: bodyOf(op.owner)}
			}
		case "release":
			if holds && now.state == action.Pending {
				next = answer{state: action.Released}
			}
		case "doubt":
			if holds && now.state == action.Pending {
				next = answer{state: action.InDoubt, owner: op.owner}
			}
		case "read":
			return sameAction(got, now) && got.body == now.body, now
		}
		return got.applied == (next != now), next
	},
	DescribeOperation: func(in, out any) string { return fmt.Sprintf("%+v -> %+v", in, out) },
}

func sameAction(a, b answer) bool { return a.state == b.state && a.owner == b.owner }

func bodyOf(owner uint64) string { return fmt.Sprint("outcome of ", owner) }

// linearizable lets goroutines claim, end and read a few actions of one bucket through several handles, and asks
// Porcupine whether each action's history has a sequential explanation.
func linearizable(t *testing.T, open Open) {
	const rounds, clients, steps = 30, 6, 12
	for round := range rounds {
		s, clock := open(t, 3)
		var mu sync.Mutex
		histories := map[int][]porcupine.Operation{}
		start := time.Now()
		var wg sync.WaitGroup
		for c := range clients {
			wg.Go(func() {
				random := rand.New(rand.NewPCG(uint64(round), uint64(c)))
				held := map[int]store.Entry{}
				for i := range steps {
					key := random.IntN(2)
					op := operation{owner: uint64(1000*c + i + 1)}
					if e, holds := held[key]; holds {
						op.owner = e.Owner.Call
						op.kind = []string{"settle", "release", "doubt", "settle"}[random.IntN(4)]
					} else {
						op.kind = []string{"claim", "read"}[random.IntN(2)]
					}
					call := time.Since(start).Nanoseconds()
					got, entry := perform(t, s[random.IntN(len(s))], id(7, fmt.Sprint(key)), op, held[key], clock)
					ret := time.Since(start).Nanoseconds()
					if op.kind == "claim" && got.applied {
						held[key] = entry
					} else if op.kind == "settle" || op.kind == "release" {
						delete(held, key)
					}
					mu.Lock()
					histories[key] = append(histories[key], porcupine.Operation{ClientId: c, Input: op, Call: call, Output: got, Return: ret})
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		for key, history := range histories {
			if result := porcupine.CheckOperationsTimeout(model, history, time.Minute); result != porcupine.Ok {
				t.Fatalf("round %d, action %d: history is %v; want linearizable:\n%v", round, key, result, history)
			}
		}
	}
}

// perform runs one operation; entry is the owner's own for an ending.
func perform(t *testing.T, s store.Store, d action.Digest, op operation, entry store.Entry, clock *Clock) (got answer, now store.Entry) {
	moment := clock.Now()
	switch op.kind {
	case "claim":
		step, verdict := claim(op.owner, clock)
		s.Update(d, step, func(e store.Entry, err error) {
			if err != nil {
				t.Error(err)
			}
			got, now = answer{applied: *verdict == action.Dispatch, state: e.State, owner: e.Owner.Call}, e
		})
	case "settle":
		err := settle(s, entry, []byte(bodyOf(op.owner)), clock)
		got.applied = applied(t, err)
	case "release", "doubt":
		s.Update(d, func(r action.Record) (action.Record, bool) {
			if op.kind == "release" {
				return action.Release(r, entry.Owner, moment)
			}
			return action.Doubt(r, entry.Owner, action.ClientLeft, moment)
		}, func(_ store.Entry, err error) { got.applied = applied(t, err) })
	case "read":
		e, err := read(s, d)
		if err != nil {
			t.Error(err)
		}
		got = answer{state: e.State, owner: e.Owner.Call}
		if e.State == action.Done {
			content, ok := body(s, e)
			if !ok {
				t.Error("a done record of these tests has lost its body")
			}
			got.body = string(content)
		}
	}
	return got, now
}

func applied(t *testing.T, err error) bool {
	if err != nil && !errors.Is(err, store.ErrNotApplied) {
		t.Error(err)
	}
	return err == nil
}
