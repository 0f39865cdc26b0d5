package host_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"mcponce/host"
	"mcponce/host/scenario"
)

// The files plant secrets: principals, keys, tokens, arguments, states and results. The runner looks for them in the answers
// as they come, this test in all that was logged, access log included.
func TestNoSecretIsLoggedOrToldToOthers(t *testing.T) {
	for name, wasm := range map[string]func(testing.TB) []byte{"": plugin, "/styles": plugin, "/faults": faultsPlugin} {
		for _, workers := range []int{1, 2, 4} {
			t.Run(fmt.Sprintf("workers=%d%s", workers, name), func(t *testing.T) {
				log := &wholeLog{}
				t.Cleanup(func() {
					if words := scenario.Planted(log.text.String()); words != nil || log.lines < 10 {
						t.Errorf("%d lines were logged, with %q in them; want none", log.lines, words)
					}
				})
				scenario.Run(t, scenarios+"/secrets"+name, driver{wasm: wasm(t), workers: workers, watch: log.add})
			})
		}
	}
}

// wholeLog keeps everything.
type wholeLog struct {
	mu    sync.Mutex
	text  strings.Builder
	lines int
}

func (l *wholeLog) add(level host.Level, line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines++
	fmt.Fprintln(&l.text, level, line)
}
