package scenario

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// cmdMetrics prints how far the plugin's metrics that match a pattern went up since the scenario began.
func (s *scenario) cmdMetrics(d *directive) (string, error) {
	pattern, err := d.first("a pattern such as mcponce.attempts.outcome.*")
	if err != nil {
		return "", err
	}
	now, err := s.gateway.Counters()
	if err != nil {
		return "", err
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(now)) {
		matches, err := path.Match(pattern, name)
		if err != nil {
			return "", err
		}
		if grown := now[name] - s.counters[name]; matches && grown > 0 {
			lines = append(lines, fmt.Sprintf("%s %d", name, grown))
		}
	}
	return strings.Join(lines, "\n"), nil
}

// waitingMetric is the plugin's gauge of attempts that wait for an earlier one.
const waitingMetric = "mcponce.waiting"

// awaitMetric waits until a metric of the plugin has a value.
func (s *scenario) awaitMetric(name string, want uint64) error {
	var got uint64
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(pollEvery) {
		metrics, err := s.gateway.Counters()
		if err != nil {
			return err
		}
		if got = metrics[name]; got == want {
			return nil
		}
	}
	return fmt.Errorf("want %s to become %d, it is %d", name, want, got)
}

// pollEvery is how often a metric is read while a scenario waits for it.
const pollEvery = 5 * time.Millisecond
