package probe

import (
	"regexp"
	"slices"
	"strings"
)

// pieces is how the callbacks of bodies are shown: how a long body is cut into pieces is chance.
type pieces int

const (
	allPieces pieces = iota
	merged           // without those that another one like it follows
	sizeless         // and without the sizes that are left
)

func (d *directive) pieces() pieces {
	m, s := d.has("merged"), d.has("sizeless")
	switch {
	case s:
		return sizeless
	case m:
		return merged
	default:
		return allPieces
	}
}

var (
	piece = regexp.MustCompile(`^(\S+ \w+_body) n=\d+ end=false$`)
	sizes = regexp.MustCompile(`^(\S+ \w+_body) n=\d+|(http_call_response .*) body=\d+`)
)

// of takes the lines of a VM's trace.
func (p pieces) of(lines []string) []string {
	if p == allPieces {
		return lines
	}
	blocks := blocks(lines)
	var out []string
	for i, b := range blocks {
		if i+1 < len(blocks) && alike(b, blocks[i+1]) {
			continue
		}
		if p == sizeless {
			b[0] = sizes.ReplaceAllString(b[0], "$1$2")
		}
		out = append(out, b...)
	}
	return out
}

// blocks are callbacks, each with what it does.
func blocks(lines []string) (all [][]string) {
	for _, line := range lines {
		if _, text, _ := strings.Cut(line, " "); strings.HasPrefix(text, " ") && len(all) > 0 {
			all[len(all)-1] = append(all[len(all)-1], line)
		} else {
			all = append(all, []string{line})
		}
	}
	return all
}

// alike: both are pieces of the same body that is not at its end, and do the same.
func alike(a, b []string) bool {
	first, second := piece.FindStringSubmatch(a[0]), piece.FindStringSubmatch(b[0])
	return first != nil && second != nil && first[1] == second[1] && slices.Equal(a[1:], b[1:])
}
