package probe

import (
	"fmt"
	"strings"
)

// cmdOrigin sets the script of the requests to come, or does what its word says.
func (s *script) cmdOrigin(d *directive) (string, error) {
	for _, word := range d.bare() {
		switch word {
		case "resume":
			close(s.origin.resume)
		case "down":
			return "", s.origin.down()
		case "up":
			return "", s.origin.up()
		default:
			return "", fmt.Errorf("want resume, down or up, got %q", word)
		}
		return "", nil
	}
	var script []step
	for line := range strings.Lines(d.input) {
		if words := strings.Fields(line); len(words) > 0 {
			script = append(script, step{words[0], words[1:]})
		}
	}
	s.origin.follow(script)
	return "", nil
}

// cmdUpstream prints the requests that the upstream has got under its script.
func (s *script) cmdUpstream(*directive) (string, error) { return s.origin.show(), nil }
