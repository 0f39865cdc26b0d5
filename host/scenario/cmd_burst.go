package scenario

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
)

// cmdBurst sends n attempts at the same time for each of a number of new keys. Its verdict does not depend on who wins:
// of each key one answer is the first execution's, every other a replay or "in progress", each under its own id. With
// waiting, the tool runs until all others wait for it, and every other answer is a replay. It fails unless most keys had
// attempts on more than one VM of the gateway, if it has more.
func (s *scenario) cmdBurst(d *directive) (string, error) {
	n, err1 := d.number("n", 16)
	keys, err2 := d.number("keys", 20)
	if err := errors.Join(err1, err2); err != nil {
		return "", err
	}
	b := burst{scenario: s, n: n, waiting: d.has("waiting")}
	for k := range keys {
		if err := b.race(s.key("burst" + strconv.Itoa(k))); err != nil {
			return "", err
		}
	}
	if b.spread*2 <= keys && !oneVM(s.gateway) {
		return "", fmt.Errorf("only %d of %d keys had attempts on more than one VM: the burst proves nothing", b.spread, keys)
	}
	others := "replayed or told that it is in progress"
	if b.waiting {
		others = "waited and replayed"
	}
	return fmt.Sprintf("%d keys, %d attempts each: 1 executed, the others %s", keys, n, others), nil
}

// oneVM: the gateway says that it has no other VM that could take part.
func oneVM(g Gateway) bool {
	counted, says := g.(interface{ Workers() int })
	return says && counted.Workers() == 1
}

type burst struct {
	*scenario
	n       int
	waiting bool
	spread  int // keys with attempts on more than one VM
}

// race lets n attempts for one action come but for their last bytes, and then sends those without a pause: the attempts
// are decided at nearly the same moment, whatever comes before the decision.
func (b *burst) race(key string) error {
	before, err := b.gateway.Counters()
	if err != nil {
		return err
	}
	racers, err := b.line(key)
	for _, c := range racers {
		defer c.drop(false)
	}
	if err != nil {
		return err
	}
	if b.waiting {
		script := newScript()
		script.pause = received
		b.origin.follow(script)
	}
	for _, c := range racers {
		if err := c.complete(); err != nil {
			return err
		}
	}
	if b.waiting {
		if err := b.awaitMetric(waitingMetric, uint64(b.n-1)); err != nil {
			return err
		}
		b.origin.resume(false)
	}
	if err := b.judge(racers, entry{principal: "alice", tool: "transfer", key: key}); err != nil {
		return err
	}
	after, err := b.gateway.Counters()
	if vmsThatWorked(before, after) > 1 {
		b.spread++
	}
	return err
}

// line brings n attempts to the gateway, each but for its last byte.
func (b *burst) line(key string) (racers []*call, err error) {
	for i := range b.n {
		m := message{id: strconv.Itoa(i), tool: "transfer", args: `{"amount":10}`, version: stateless, key: key,
			keyIn: []string{"header"}}
		c, err := begin(b.host, outgoing{method: http.MethodPost, path: "/mcp", body: m.body(), held: 1,
			headers: append(m.headers(), "content-type: application/json", "accept: "+accepts["both"], "x-user: alice")})
		if err != nil {
			return racers, err
		}
		racers = append(racers, c)
	}
	for _, c := range racers {
		if err := c.wait(sent, c.has(sent)); err != nil {
			return racers, err
		}
	}
	return racers, nil
}

var (
	firstAnswer = regexp.MustCompile(`^200 application/json replayed=false\n(\d+) result receipt \d+$`)
	otherAnswer = regexp.MustCompile(`^200 application/json replayed=true\n(\d+) result receipt \d+ replayed$` +
		`|^200 application/json\n(\d+) error -31409 idempotency_key_in_progress `)
)

// judge awaits the answers, of which the first execution's has to be the only one of its kind. Ids count from 0.
func (b *burst) judge(racers []*call, action entry) error {
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
		case other != nil && other[1] == id, other != nil && other[2] == id && !b.waiting:
		default:
			return fmt.Errorf("want a first answer, a replay or in_progress under id %s, got\n%s", id, text)
		}
	}
	if executed := b.origin.executions()[action].executed; executed != 1 || firsts != 1 {
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
