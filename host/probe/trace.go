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
// The callback that has it must have ended, unless a "!" is put behind the text. Spaces count as one.
func (t *trace) await(texts ...string) error {
	for bound := time.After(patience); ; {
		missing, changed := t.missing(texts)
		if missing == "" {
			return nil
		}
		select {
		case <-changed:
		case <-bound:
			return fmt.Errorf("waited %v for %q in the trace, which is\n%s", patience, missing, t.show(allPieces))
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
		wanted, trap := strings.CutSuffix(wanted, "!")
		for i := t.printed; i < len(t.entries); i++ {
			e := t.entries[i]
			if strings.Contains(e.words(), wanted) && (trap || t.whole(i, e.vm)) {
				n--
			}
		}
		if n > 0 {
			return text, t.changed
		}
	}
	return "", nil
}

// callbackEnd is what the plugin writes at the end of a callback.
const callbackEnd = "."

// whole: the callback of entry i has ended. A callback's lines are not interrupted by another's of the same VM.
func (t *trace) whole(i int, vm string) bool {
	return slices.ContainsFunc(t.entries[i:], func(e entry) bool { return e.vm == vm && e.text == callbackEnd })
}

// label names a VM: the first one that a file meets, the second one.
func (t *trace) label(vm string) string {
	i := slices.Index(t.vms, vm)
	if i < 0 {
		i, t.vms = len(t.vms), append(t.vms, vm)
	}
	return [...]string{"first", "second", "third", "fourth", "fifth", "sixth"}[min(i, 5)]
}

// knows reports whether the VM has a label.
func (t *trace) knows(vm string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Contains(t.vms, vm)
}

// is gives the VM a label, if it has none, and compares it.
func (t *trace) is(vm, label string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.label(vm) == label
}

// show prints what was not shown yet. VMs are grouped where there are several: between them there is no order. pieces
// says how those of bodies are shown.
func (t *trace) show(pieces pieces) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	byVM := map[string][]string{}
	var order []string
	for _, e := range t.entries[t.printed:] {
		if e.text == callbackEnd {
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
		byVM[label] = pieces.of(byVM[label])
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
