// Package peer has what people build today to make calls idempotent: a reverse proxy as a sidecar, and an ext_proc server.
// Both keep outcomes in memory, run one call of a key at a time, and replay its result to the others.
package peer

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

var errConflict = errors.New("this key was used with other arguments")

// actions are the outcomes of calls.
type actions struct {
	mu   sync.Mutex
	byID map[string]*action
}

func newActions() *actions { return &actions{byID: map[string]*action{}} }

// action is one call. Its result is to be read when ended is closed; none then means that it may run again.
type action struct {
	id          string
	fingerprint [sha256.Size]byte
	ended       chan struct{}
	result      jsontext.Value
}

// begin returns the action to run and to end, or, after having waited for whoever runs it, its result.
func (a *actions) begin(ctx context.Context, c *call) (*action, jsontext.Value, error) {
	for {
		act, mine := a.claim(c)
		switch {
		case mine:
			return act, nil, nil
		case act.fingerprint != c.fingerprint:
			return nil, nil, errConflict
		}
		select {
		case <-act.ended:
			if act.result != nil {
				return nil, act.result, nil
			}
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
}

func (a *actions) claim(c *call) (act *action, mine bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if act := a.byID[c.action]; act != nil {
		return act, false
	}
	act = &action{id: c.action, fingerprint: c.fingerprint, ended: make(chan struct{})}
	a.byID[c.action] = act
	return act, true
}

// end records the result of an answer and lets go who waits. An answer without one is not kept.
func (a *actions) end(act *action, status int, answer []byte) {
	if act.result = resultOf(status, answer); act.result == nil {
		a.mu.Lock()
		delete(a.byID, act.id)
		a.mu.Unlock()
	}
	close(act.ended)
}
