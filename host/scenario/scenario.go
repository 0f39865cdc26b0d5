package scenario

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
)

// scenario is one file while it runs.
type scenario struct {
	*stage
	keys     map[string]string // symbol -> the key it stands for in this run
	calls    map[string]*call  // started and not yet awaited, by name
	begun    []*call           // all, but those of bursts
	lastID   int
	counters map[string]uint64 // at the beginning

	allowUnkeyed, allowRepeated bool
}

func newScenario(stage *stage) (*scenario, error) {
	if err := stage.origin.restart(); err != nil {
		return nil, err
	}
	counters, err := stage.gateway.Counters()
	return &scenario{stage: stage, keys: map[string]string{}, calls: map[string]*call{}, counters: counters}, err
}

// command is what a directive does; what it returns is printed.
type command func(s *scenario, d *directive) (string, error)

var commands = map[string]command{
	"config":  func(*scenario, *directive) (string, error) { return "", nil }, // read by Run
	"allow":   (*scenario).cmdAllow,
	"origin":  (*scenario).cmdOrigin,
	"call":    (*scenario).cmdCall,
	"start":   (*scenario).cmdStart,
	"send":    (*scenario).cmdSend,
	"wait":    (*scenario).cmdWait,
	"await":   (*scenario).cmdAwait,
	"drop":    (*scenario).cmdDrop,
	"burst":   (*scenario).cmdBurst,
	"stream":  (*scenario).cmdStream,
	"list":    (*scenario).cmdList,
	"request": (*scenario).cmdRequest,
	"ledger":  (*scenario).cmdLedger,
	"metrics": (*scenario).cmdMetrics,
	"advance": (*scenario).cmdAdvance,
}

// begin sends the request of a directive.
func (s *scenario) begin(request outgoing) (*call, error) {
	c, err := begin(s.host, request)
	if err == nil {
		s.begun = append(s.begun, c)
	}
	return c, err
}

// do runs one directive for datadriven. A command with nothing to say prints ok.
func (s *scenario) do(t *testing.T, data *datadriven.TestData) string {
	out, err := s.run(data)
	if err != nil {
		data.Fatalf(t, "%v\nlog of the host:\n%s", err, s.gateway.Log())
	}
	if words := s.logged(s.gateway.Log()); words != nil {
		t.Errorf("%s: the gateway has logged %q", data.Pos, words)
	}
	if out == "" {
		out = "ok"
	}
	return out
}

// run runs one directive.
func (s *scenario) run(data *datadriven.TestData) (string, error) {
	run, known := commands[data.Cmd]
	if !known {
		return "", fmt.Errorf("unknown command %q", data.Cmd)
	}
	d := s.directive(data)
	out, err := run(s, d)
	if err == nil && data.Cmd != "config" {
		err = d.unread()
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", data.Cmd, err)
	}
	return s.withSymbols(out), nil
}

// finish leaves the gateway to the next scenario, and holds the ledger against the promise.
func (s *scenario) finish(t *testing.T) {
	for _, c := range s.calls {
		c.drop(true)
	}
	for _, c := range s.begun {
		if words := leaks(c); words != nil {
			t.Errorf("an answer holds %q: %s", words, c.text())
		}
	}
	s.origin.down()
	ledger := s.origin.executions().withKeys(s.withSymbols)
	for _, violation := range ledger.violations(s.allowUnkeyed, s.allowRepeated) {
		t.Errorf("the promise is broken: %s", violation)
	}
	if t.Failed() {
		t.Logf("log of the host:\n%s", s.gateway.Log())
	}
}

var symbol = regexp.MustCompile(`\$k\d+`)

// withKeys replaces each $k1 by the key that it stands for.
func (s *scenario) withKeys(text string) string {
	return symbol.ReplaceAllStringFunc(text, func(name string) string { return s.key(name[1:]) })
}

// key is the key that the symbol stands for: a fresh one at its first use.
func (s *scenario) key(symbol string) string {
	if s.keys[symbol] == "" {
		s.keys[symbol] = newUUID()
	}
	return s.keys[symbol]
}

// withSymbols replaces each key by its symbol.
func (s *scenario) withSymbols(text string) string {
	for symbol, key := range maps.All(s.keys) {
		text = strings.ReplaceAll(text, key, symbol)
	}
	return text
}

// newUUID is of version 7, RFC 9562: it tells when it was made.
func newUUID() string {
	var b [16]byte
	rand.Read(b[6:])
	binary.BigEndian.PutUint64(b[:8], uint64(time.Now().UnixMilli())<<16|uint64(binary.BigEndian.Uint16(b[6:8])))
	b[6], b[8] = b[6]&0x0f|0x70, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
