package probe

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// patience bounds every wait for an event. It is far above what a loaded machine needs.
const patience = 10 * time.Second

// entry is one line of the trace.
type entry struct {
	vm, context, text string
}

func (e entry) String() string { return e.context + " " + e.text }

func (e entry) words() string { return strings.Join(strings.Fields(e.String()), " ") }

// trace is what the plugin of a gateway has logged.
type trace struct {
	mu      sync.Mutex
	entries []entry
	printed int           // entries that a directive has shown
	changed chan struct{} // closed and renewed by every entry
	vms     []string      // in the order in which they got their labels
}

func newTrace() *trace { return &trace{changed: make(chan struct{})} }

// add takes a line of the log. Lines that are no part of the trace, such as the report of a panic, are dropped.
func (t *trace) add(level, line string) {
	rest, found := strings.CutPrefix(line, "probe ")
	if !found {
		return
	}
	var e entry
	e.vm, rest, _ = strings.Cut(rest, " ")
	e.context, e.text, _ = strings.Cut(rest, " ")
	if level != "info" {
		e.text += " (" + level + ")"
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.entries = append(t.entries, e)
	close(t.changed)
	t.changed = make(chan struct{})
}

// await returns when each of the texts is in an entry ("CONTEXT TEXT") that is not yet shown; "2x TEXT" is in two of them.
// Spaces count as one.
func (t *trace) await(texts ...string) error {
	for bound := time.After(patience); ; {
		missing, changed := t.missing(texts)
		if missing == "" {
			return nil
		}
		select {
		case <-changed:
		case <-bound:
			return fmt.Errorf("waited %v for %q in the trace, which is\n%s", patience, missing, t.show(false))
		}
	}
}

func (t *trace) missing(texts []string) (string, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, text := range texts {
		wanted, n := text, 1
		if times, rest, found := strings.Cut(text, "x "); found && number(times) > 0 {
			wanted, n = rest, number(times)
		}
		for _, e := range t.entries[t.printed:] {
			if strings.Contains(e.words(), wanted) {
				n--
			}
		}
		if n > 0 {
			return text, t.changed
		}
	}
	return "", nil
}

// label names a VM: the first one that a file meets, the second one.
func (t *trace) label(vm string) string {
	i := slices.Index(t.vms, vm)
	if i < 0 {
		i, t.vms = len(t.vms), append(t.vms, vm)
	}
	return [...]string{"first", "second", "third", "fourth", "fifth", "sixth"}[min(i, 5)]
}

// is gives the VM a label, if it has none, and compares it.
func (t *trace) is(vm, label string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.label(vm) == label
}

// show prints what was not shown yet. VMs are grouped where there are several: between them there is no order. merged
// leaves out callbacks of a body that another one like it follows, since how a long body is cut into pieces is chance.
func (t *trace) show(merged bool) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	byVM := map[string][]string{}
	var order []string
	for _, e := range t.entries[t.printed:] {
		label := t.label(e.vm)
		if byVM[label] == nil {
			order = append(order, label)
		}
		byVM[label] = append(byVM[label], e.String())
	}
	t.printed = len(t.entries)
	slices.Sort(order) // first, second, third: also the order of the alphabet
	var out []string
	for _, label := range order {
		if len(order) > 1 {
			out = append(out, label+" VM:")
		}
		if merged {
			byVM[label] = merge(byVM[label])
		}
		out = append(out, byVM[label]...)
	}
	return strings.Join(out, "\n")
}

var pieceOfBody = regexp.MustCompile(`^(\S+ \w+_body) n=\d+ end=false$`)

// merge takes blocks, each a callback and what it does.
func merge(lines []string) []string {
	var blocks [][]string
	for _, line := range lines {
		if _, text, _ := strings.Cut(line, " "); strings.HasPrefix(text, " ") && len(blocks) > 0 {
			blocks[len(blocks)-1] = append(blocks[len(blocks)-1], line)
		} else {
			blocks = append(blocks, []string{line})
		}
	}
	var out []string
	for i, b := range blocks {
		if i+1 < len(blocks) {
			this, next := pieceOfBody.FindStringSubmatch(b[0]), pieceOfBody.FindStringSubmatch(blocks[i+1][0])
			if this != nil && next != nil && this[1] == next[1] && slices.Equal(b[1:], blocks[i+1][1:]) {
				continue
			}
		}
		out = append(out, b...)
	}
	return out
}

// skip leaves out what was not shown yet, and forgets the VMs.
func (t *trace) skip() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.printed, t.vms = len(t.entries), nil
}
