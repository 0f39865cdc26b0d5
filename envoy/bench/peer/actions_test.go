package peer

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

func attempt(t *testing.T, body, key string) *call {
	t.Helper()
	c, err := readCall([]byte(body), "alice", key)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const pay = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pay","arguments":{"a":1,"b":[1e2,"é"]}}}`

func TestOtherSpellingOfTheArgumentsIsTheSameCall(t *testing.T) {
	const other = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"arguments":{"b":[ 1e2,"\u00e9"],"a":1},"name":"pay"}}`
	if attempt(t, pay, "k").fingerprint != attempt(t, other, "k").fingerprint {
		t.Error("want the same fingerprint, got two")
	}
}

func TestOtherArgumentsUnderTheSameKeyAreAConflict(t *testing.T) {
	const other = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"pay","arguments":{"a":9007199254740993}}}`
	const another = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"pay","arguments":{"a":9007199254740992}}}`
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	a := newActions()
	if act, _, err := a.begin(ctx, attempt(t, other, "k")); act == nil || err != nil {
		t.Fatalf("got %v, %v; want an action to run", act, err)
	}
	if _, _, err := a.begin(ctx, attempt(t, another, "k")); !errors.Is(err, errConflict) {
		t.Errorf("got %v; want %v", err, errConflict)
	}
}

func TestCallWithoutResultMayRunAgain(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		answer string
	}{
		"error":     {200, `{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}`},
		"status":    {503, `{"jsonrpc":"2.0","id":1,"result":{}}`},
		"no answer": {0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := newActions()
			act, _, err := a.begin(t.Context(), attempt(t, pay, "k"))
			if err != nil {
				t.Fatal(err)
			}
			a.end(act, c.status, []byte(c.answer))
			if act, _, _ := a.begin(t.Context(), attempt(t, pay, "k")); act == nil {
				t.Error("got a replay; want an action to run")
			}
		})
	}
}

func TestReplayBearsTheIDOfItsRequest(t *testing.T) {
	c := attempt(t, `{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"pay"}}`, "k")
	const want = `{"jsonrpc":"2.0","id":9007199254740993,"result":{"ok":true}}`
	if got := replayOf(c, jsontext.Value(`{"ok":true}`)); string(got) != want {
		t.Errorf("got %s; want %s", got, want)
	}
}

func TestWhatIsNoCallOrHasNoKeyPasses(t *testing.T) {
	for name, c := range map[string]struct{ body, key string }{
		"another method": {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`, "k"},
		"no key":         {pay, ""},
	} {
		if attempt(t, c.body, c.key) != nil {
			t.Errorf("%s: got a call; want none", name)
		}
	}
}
