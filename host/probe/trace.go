package probe

import (
	"fmt"
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

// await returns when each of the texts is in an entry that is not yet shown. A text's number of words is part of nothing:
// it is looked for in "CONTEXT TEXT".
func (t *trace) await(texts ...string) error {
	for bound := time.After(patience); ; {
		missing, changed := t.missing(texts)
		if missing == "" {
			return nil
		}
		select {
		case <-changed:
		case <-bound:
			return fmt.Errorf("waited %v for %q in the trace, which is\n%s", patience, missing, t.show(nil))
		}
	}
}

func (t *trace) missing(texts []string) (string, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, text := range texts {
		if !slices.ContainsFunc(t.entries[t.printed:], func(e entry) bool { return strings.Contains(e.String(), text) }) {
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

// show prints what was not shown yet, of the given contexts or of all. VMs are grouped where there are several: between
// them there is no order.
func (t *trace) show(of []string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	byVM := map[string][]string{}
	var order []string
	for _, e := range t.entries[t.printed:] {
		if len(of) > 0 && !slices.Contains(of, e.context) {
			continue
		}
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
		out = append(out, byVM[label]...)
	}
	return strings.Join(out, "\n")
}

// skip leaves out what was not shown yet, and forgets the VMs.
func (t *trace) skip() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.printed, t.vms = len(t.entries), nil
}
