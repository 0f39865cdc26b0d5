package scenario

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
)

// cmdBurst sends n attempts at the same time for each of a number of new keys. Its verdict does not depend on who wins:
// of each key one answer is the first execution's, every other a replay or "in progress", each under its own id. It fails
// unless more than one VM of the gateway took part.
func (s *scenario) cmdBurst(d *directive) (string, error) {
	n, err1 := d.number("n", 16)
	keys, err2 := d.number("keys", 20)
	before, err3 := s.gateway.Counters()
	if err := errors.Join(err1, err2, err3); err != nil {
		return "", err
	}
	for k := range keys {
		if err := s.race(s.key("burst"+strconv.Itoa(k)), n); err != nil {
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
	return fmt.Sprintf("%d keys, %d attempts each: 1 executed, the others replayed or told that it is in progress",
		keys, n), nil
}

// race lets n attempts for one action come but for their last bytes, and then sends those without a pause: the attempts
// are decided at nearly the same moment, whatever comes before the decision.
func (s *scenario) race(key string, n int) error {
	var racers []*call
	for i := range n {
		m := message{id: strconv.Itoa(i), tool: "transfer", args: `{"amount":10}`, version: stateless, key: key,
			keyIn: []string{"header"}}
		c, err := begin(s.host, outgoing{method: http.MethodPost, path: "/mcp", body: m.body(), held: 1,
			headers: append(m.headers(), "content-type: application/json", "accept: "+accepts["both"], "x-user: alice")})
		if err != nil {
			return err
		}
		defer c.drop(false)
		racers = append(racers, c)
	}
	for _, c := range racers {
		if err := c.wait(sent, c.has(sent)); err != nil {
			return err
		}
	}
	for _, c := range racers {
		if err := c.complete(); err != nil {
			return err
		}
	}
	return s.judge(racers, entry{principal: "alice", tool: "transfer", key: key})
}

var (
	firstAnswer = regexp.MustCompile(`^200 application/json replayed=false\n(\d+) result receipt \d+$`)
	otherAnswer = regexp.MustCompile(`^200 application/json replayed=true\n(\d+) result receipt \d+ replayed$` +
		`|^200 application/json\n(\d+) error -31409 idempotency_key_in_progress `)
)

// judge awaits the answers, of which the first execution's has to be the only one of its kind. Ids count from 0.
func (s *scenario) judge(racers []*call, action entry) error {
	firsts := 0
	for i, c := range racers {
		if err := c.await(); err != nil {
			return err
		}
		text := describe(c, nil)
		id := strconv.Itoa(i)
		first, other := firstAnswer.FindStringSubmatch(text), otherAnswer.FindStringSubmatch(text)
		switch {
		case first != nil && first[1] == id:
			firsts++
		case other != nil && other[1]+other[2] == id:
		default:
			return fmt.Errorf("want a first answer, a replay or in_progress under id %s, got\n%s", id, text)
		}
	}
	if executed := s.origin.executions()[action].executed; executed != 1 || firsts != 1 {
		return fmt.Errorf("want 1 execution and 1 first answer, got %d and %d of %s", executed, firsts, action.key)
	}
	return nil
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
