package scenario

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// cmdLedger prints what the origin did so far.
func (s *scenario) cmdLedger(*directive) (string, error) {
	return s.origin.executions().withKeys(s.withSymbols).String(), nil
}

// cmdAllow widens what the check at the end of the file permits: executions without a key (unkeyed), and more than one
// with the same key (repeated). Scenarios of calls that are not governed need it.
func (s *scenario) cmdAllow(d *directive) (string, error) {
	s.allowUnkeyed = d.has("unkeyed") || s.allowUnkeyed
	s.allowRepeated = d.has("repeated") || s.allowRepeated
	return "", nil
}

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
