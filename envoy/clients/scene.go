package main

import (
	"strings"
	"time"
)

// scene is something that a caller can meet.
type scene struct {
	name string
	play func(*stage) answer // returns what the caller gets to see in the end
	want want
}

// want is what docs/SEMANTICS.md promises, for every SDK.
type want struct {
	code       int    // of JSON-RPC; 0: a result
	kind       string // error.data.type
	replayed   bool   // the result is marked so
	status     bool   // the refusal has its own HTTP status in every error style
	executions int
}

// scenes of an attempt and its refusals.
var scenes = []scene{
	{"first call", func(s *stage) answer {
		s.open()
		return s.call(pay, 10)
	}, want{executions: 1}},
	{"retry, same key", func(s *stage) answer {
		s.open()
		s.call(pay, 10)
		return s.call(pay, 10)
	}, want{replayed: true, executions: 1}},
	{"same key, other arguments", func(s *stage) answer {
		s.open()
		s.call(pay, 10)
		return s.call(pay, 11)
	}, want{code: -31422, kind: "idempotency_key_conflict", executions: 1}},
	{"no key", func(s *stage) answer {
		s.open()
		return s.callWith(arguments{Action: s.action}, "")
	}, want{code: -31400, kind: "key_missing"}},
	{"malformed key", func(s *stage) answer {
		s.open()
		return s.callWith(arguments{Action: s.action}, "a b")
	}, want{code: -31400, kind: "key_malformed"}},
	{"in progress", func(s *stage) answer {
		s.elsewhere(slow, 10)
		s.open()
		a := s.call(slow, 10)
		s.origin.release(s.action)
		return a
	}, want{code: inProgress, kind: "idempotency_key_in_progress", executions: 1}},
	{"in doubt, to whoever called", func(s *stage) answer {
		s.open()
		return s.call(vanish, 10)
	}, want{code: -31411, kind: "in_doubt", executions: 1}},
	{"in doubt, to the retry", func(s *stage) answer {
		s.open()
		s.call(vanish, 10)
		return s.call(vanish, 10)
	}, want{code: -31411, kind: "in_doubt", executions: 1}},
	{"committed, result not kept", func(s *stage) answer {
		s.open()
		s.call(statement, 10)
		return s.call(statement, 10)
	}, want{code: -31410, kind: "committed", executions: 1}},
	{"too many attempts", func(s *stage) answer {
		s.open()
		s.call(payOnce, 10)
		s.call(payOnce, 11)
		return s.call(payOnce, 12)
	}, want{code: -31429, kind: "too_many", executions: 1}},
	{"server unreachable", func(s *stage) answer {
		s.open()
		s.originDown()
		a := s.call(pay, 10)
		s.originUp()
		return a
	}, want{code: -31504, kind: "unreachable"}},
	{"unreachable, then the retry", func(s *stage) answer {
		s.open()
		s.originDown()
		s.call(pay, 10)
		s.originUp()
		s.open()
		return s.call(pay, 10)
	}, want{executions: 1}},
	{"no principal", func(s *stage) answer {
		s.openAs("")
		return s.call(pay, 10)
	}, want{code: -31403, kind: "no_principal", status: true}},
	{"request too large", func(s *stage) answer {
		s.open()
		return s.callWith(arguments{Action: s.action, Memo: strings.Repeat("x", tooLarge)}, s.action)
	}, want{code: -31413, kind: "too_large", status: true}},
}

// first and again are the scenes of a key in a header.
var first, again = scenes[0], scenes[1]

// cut is a connection that breaks while the tool runs: what the SDK makes of it.
var cut = scene{"connection cut in mid-call", func(s *stage) answer {
	s.open()
	answered := make(chan answer, 1)
	go func() { answered <- s.call(slow, 10) }()
	s.awaitExecution()
	s.program.wire.cut()
	select {
	case a := <-answered:
		s.origin.release(s.action)
		return a
	case <-time.After(hangs): // an SDK that has sent the call again may wait for the tool
	}
	s.origin.release(s.action)
	return <-answered
}, want{executions: 1}}

// cutAndRetried is the same, and the caller makes the call again.
var cutAndRetried = scene{"cut, then the retry", func(s *stage) answer {
	cut.play(s)
	s.open()
	var a answer
	s.await("the end of the first call", func() bool {
		a = s.call(slow, 10)
		return s.err != nil || a.Error == nil || a.Error.Code != float64(inProgress)
	})
	return a
}, want{executions: 1}}

// forgotten is a server that has lost the session when it should answer, with 404.
var forgotten = scene{"session lost (404) after the execution", func(s *stage) answer {
	s.open()
	return s.call(forget, 10)
}, want{executions: 1}}
