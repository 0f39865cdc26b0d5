package soak

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

// weighted are the plans, each as often as it stands here.
var weighted = []string{
	planAnswer, planAnswer, planAnswer, planAnswer, planAnswer, planAnswer, planAnswer, planAnswer, planStream, planStream,
	planLarge, planError, planToolError, planSlow, planSlow, planInput, planInput, planRefuse, planRefuse, planResetEarly,
	planResetLate, planCut, planNone,
}

// hangEvery is how seldom a call is overdue: it costs its client seconds.
const hangEvery = 400

// actor is one client: it carries out one action after the other.
type actor struct {
	run    *run
	random *rand.Rand
	line   *line
	lines  []*line // for duplicates
}

func (a *actor) live() {
	for !a.run.over() {
		a.act()
	}
	for _, l := range append(a.lines, a.line) {
		l.drop()
	}
}

// story is what became of one action.
type story struct {
	call
	asked   bool // its second round was sent
	answers []answer
	lost    int // attempts whose connection ended without an answer
}

func (a *actor) act() {
	plan := weighted[a.random.IntN(len(weighted))]
	if a.random.IntN(hangEvery) == 0 {
		plan = planHang
	}
	s := &story{call: call{id: fmt.Sprint(a.random.IntN(1 << 30)), key: a.run.newKey(), plan: plan,
		modern: a.random.IntN(3) > 0, amount: a.random.IntN(1000)}}
	if a.random.IntN(20) == 0 {
		s.padding = a.random.IntN(400 << 10)
	}
	switch a.random.IntN(6) {
	case 0:
		a.dropFirst(s)
	case 1:
		a.duplicates(s)
	default:
		a.try(s, a.line, s.call)
	}
	if s.asks() {
		a.continueRound(s)
	}
	for range a.random.IntN(3) {
		a.try(s, a.line, s.again())
	}
	if a.random.IntN(8) == 0 {
		other := s.again()
		other.amount++
		a.conflict(s, other)
	}
	a.run.judge(s)
}

// try sends one attempt, and again as long as it is told that another is in progress.
func (a *actor) try(s *story, l *line, c call) {
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(retryAfter) {
		got, err := l.send(c)
		a.run.sent(err)
		if err != nil {
			a.run.unexpected(c, err)
			s.lost++
			return
		}
		if got.kind != kindProgress {
			s.answers = append(s.answers, got)
			return
		}
		c = c.again()
	}
	a.run.fault("%s: still in progress after %v", s.key, patience)
}

// dropFirst sends the first attempt and leaves as soon as the server has it. What comes back is asked for by a retry.
func (a *actor) dropFirst(s *story) {
	arrived := a.run.ledger.expect(s.key)
	l := &line{address: a.line.address}
	if err := l.write(s.call); err != nil {
		a.run.sent(err)
		s.lost++
		return
	}
	select {
	case <-arrived:
		a.run.sent(nil) // the filter has it: it counts, whatever becomes of its answer
	case <-time.After(patience):
		a.run.fault("%s: the server never got a call that was sent", s.key)
	}
	l.drop()
	s.lost++
	a.try(s, a.line, s.again())
}

// duplicates sends some attempts at once, on connections of their own.
func (a *actor) duplicates(s *story) {
	stories := make([]*story, len(a.lines))
	var all sync.WaitGroup
	for i, l := range a.lines {
		stories[i] = &story{call: s.call}
		all.Go(func() { a.try(stories[i], l, s.again()) })
	}
	all.Wait()
	for _, one := range stories {
		s.answers, s.lost = append(s.answers, one.answers...), s.lost+one.lost
	}
}

func (a *actor) continueRound(s *story) {
	s.asked = true
	s.call.more = `,"inputResponses":{"a":{"action":"accept"}},"requestState":"s"`
	a.try(s, a.line, s.again())
}

func (a *actor) conflict(s *story, other call) {
	got, err := a.line.send(other)
	a.run.sent(err)
	if err != nil {
		a.run.unexpected(other, err)
		return
	}
	a.run.judgeConflict(s, got)
}

func (s *story) asks() bool {
	for _, a := range s.answers {
		if a.kind == kindQuestion {
			return true
		}
	}
	return false
}
