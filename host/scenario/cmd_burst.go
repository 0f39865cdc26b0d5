package scenario

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// cmdBurst sends n attempts with one key at the same time, for each of a number of new keys. Its verdict does not depend
// on who wins: one answer is the first execution's, every other a replay or "in progress", each with its own id. It fails
// unless more than one VM of the gateway took part.
func (s *scenario) cmdBurst(d *directive) (string, error) {
	n, err1 := d.number("n", 16)
	keys, err2 := d.number("keys", 20)
	tool, args := d.text("tool", "transfer"), d.text("args", `{"amount":10}`)
	before, err3 := s.gateway.Counters()
	if err := errors.Join(err1, err2, err3); err != nil {
		return "", err
	}
	for k := range keys {
		m := message{tool: tool, args: args, version: stateless, keyIn: []string{"header"},
			key: s.key("burst" + strconv.Itoa(k))}
		if err := s.race(m, n); err != nil {
			return "", err
		}
	}
	after, err := s.gateway.Counters()
	if err != nil {
		return "", err
	}
	if vms := vmsThatWorked(before, after); vms < 2 {
		return "", fmt.Errorf("want attempts on more than one VM, got %d: the burst proves nothing", vms)
	}
	return fmt.Sprintf("%d keys, %d attempts each: 1 executed, the others replayed or told that it is in progress", keys, n), nil
}

// race sends n attempts for one action at once and judges the answers.
func (s *scenario) race(m message, n int) error {
	verdicts := make([]string, n)
	failed := make([]error, n)
	gun := make(chan struct{})
	var runners sync.WaitGroup
	for i := range n {
		attempt := m
		attempt.id = strconv.Itoa(i + 1)
		runners.Go(func() {
			<-gun
			verdicts[i], failed[i] = s.attempt(attempt)
		})
	}
	close(gun)
	runners.Wait()
	if err := errors.Join(failed...); err != nil {
		return err
	}
	firsts := strings.Count(strings.Join(verdicts, " "), "first")
	executed := s.origin.executions()[entry{principal: "alice", tool: m.tool, key: m.key}].executed
	if firsts != 1 || executed != 1 {
		return fmt.Errorf("key %s: want 1 execution and 1 first answer, got %d and %d", m.key, executed, firsts)
	}
	return nil
}

var (
	firstAnswer      = regexp.MustCompile(`^200 application/json replayed=false\n(\d+) result receipt \d+$`)
	replayedAnswer   = regexp.MustCompile(`^200 application/json replayed=true\n(\d+) result receipt \d+ replayed$`)
	inProgressAnswer = regexp.MustCompile(`^200 application/json\n(\d+) error -31409 idempotency_key_in_progress `)
)

func (s *scenario) attempt(m message) (string, error) {
	c, err := begin(s.host, outgoing{method: "POST", path: "/mcp", body: m.body(),
		headers: append(m.headers(), "content-type: application/json", "accept: "+accepts["both"], "x-user: alice")})
	if err != nil {
		return "", err
	}
	defer c.drop(false)
	if err := c.await(); err != nil {
		return "", err
	}
	text := describe(c, nil)
	for verdict, pattern := range map[string]*regexp.Regexp{
		"first": firstAnswer, "replay": replayedAnswer, "in_progress": inProgressAnswer,
	} {
		if match := pattern.FindStringSubmatch(text); match != nil && match[1] == m.id {
			return verdict, nil
		}
	}
	return "", fmt.Errorf("attempt %s: want a first answer, a replay or in_progress under its id, got\n%s", m.id, text)
}

var vmAttempts = regexp.MustCompile(`^mcponce\.vm\.\d+\.attempts$`)

func vmsThatWorked(before, after map[string]uint64) int {
	n := 0
	for name, count := range after {
		if vmAttempts.MatchString(name) && count > before[name] {
			n++
		}
	}
	return n
}
