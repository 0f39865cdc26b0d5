package probe

import "strings"

// cmdOrigin sets the script of the requests to come, or does what its word says.
func (s *file) cmdOrigin(d *directive) (string, error) {
	switch {
	case d.has("resume"):
		close(s.origin.resume)
		return "", nil
	case d.has("down"):
		return "", s.origin.down()
	case d.has("up"):
		return "", s.origin.up()
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
func (s *file) cmdUpstream(*directive) (string, error) { return s.origin.show(), nil }
