package policy

import (
	"slices"
	"strings"
)

// paths are the configured patterns: lower-case, without a trailing slash, and
// with no second reading.
type paths struct{ patterns []glob }

// readingsBudget bounds the bytes of all readings of one path. A path that has
// more is governed: no honest client sends one.
const readingsBudget = 8 << 10

// match tells whether any server may take the path for a configured one.
//
// Servers differ in what they decode, strip and resolve, and in which order,
// and a laxer one behind a stricter filter is a way around the filter. No single
// normal form is safe: "/mcp/%2e%2e/.." is /mcp to a server that resolves dots
// before it decodes, and / to one that decodes first. So every text that some
// order of the steps leads to is compared.
func (p paths) match(path string) bool {
	all, complete := readings(path)
	return !complete || slices.ContainsFunc(all, p.matchReading)
}

// readings are all texts that a server may take the path for, in lower case and without query. They are not complete when
// there are more than the budget allows.
func readings(path string) (all []string, complete bool) {
	path, _, _ = strings.Cut(path, "?")
	all = []string{strings.ToLower(path)}
	size := 0
	for i := 0; i < len(all); i++ {
		for _, step := range readingSteps() {
			next := step(all[i])
			if slices.Contains(all, next) {
				continue
			}
			if size += len(next); size > readingsBudget {
				return all, false
			}
			all = append(all, next)
		}
	}
	return all, true
}

func (p paths) matchReading(path string) bool {
	return slices.ContainsFunc(p.patterns, func(g glob) bool { return g.matches(path) })
}

// parsePath reads a configured path. It must be its own only reading, since
// that is what a request is compared with.
func parsePath(text string) (glob, bool) {
	if text == "" || (text[0] != '/' && text[0] != '*') || strings.Contains(text, "?") {
		return "", false
	}
	path := dropTrailingSlash(strings.ToLower(text))
	for _, step := range readingSteps() {
		if step(path) != path {
			return "", false
		}
	}
	return glob(path), true
}

// readingSteps are what a server may do to a path before it compares it. Each
// gives the path back unchanged where there is nothing to do.
func readingSteps() [8]func(string) string {
	return [...]func(string) string{
		dropFragment, dropParameters, decodePercent, turnBackslashes,
		dropAuthority, mergeSlashes, resolveDots, dropTrailingSlash,
	}
}

// dropFragment drops what some reader takes for the end of the path: a fragment, and, when it came as an escape, a query or
// the end of a C string.
func dropFragment(path string) string {
	if i := strings.IndexAny(path, "#?\x00"); i >= 0 {
		return path[:i]
	}
	return path
}

// dropParameters drops ";name=value" from every segment, as servlet containers do.
func dropParameters(path string) string {
	if !strings.Contains(path, ";") {
		return path
	}
	segments := strings.Split(path, "/")
	for i, s := range segments {
		segments[i], _, _ = strings.Cut(s, ";")
	}
	return strings.Join(segments, "/")
}

// decodePercent decodes once; text that is no escape stays.
func decodePercent(path string) string {
	if !strings.Contains(path, "%") {
		return path
	}
	decoded := make([]byte, 0, len(path))
	for i := 0; i < len(path); i++ {
		if path[i] == '%' && i+2 < len(path) && isHex(path[i+1]) && isHex(path[i+2]) {
			decoded = append(decoded, unhex(path[i+1])<<4|unhex(path[i+2]))
			i += 2
			continue
		}
		decoded = append(decoded, path[i])
	}
	return strings.ToLower(string(decoded))
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&^0x20 - 'A' + 10
}

// turnBackslashes reads \ as /, as the WHATWG URL parser does.
func turnBackslashes(path string) string {
	return strings.ReplaceAll(path, `\`, "/")
}

// dropAuthority drops what a URL parser takes for a host: //host/mcp and
// http://host/mcp are /mcp to a server that resolves the target against a base.
func dropAuthority(path string) string {
	scheme, rest, absolute := strings.Cut(path, "://")
	switch {
	case absolute && !strings.Contains(scheme, "/"):
	case strings.HasPrefix(path, "//"):
		rest = path
	default:
		return path
	}
	_, rest, _ = strings.Cut(strings.TrimLeft(rest, "/"), "/")
	return "/" + rest
}

func mergeSlashes(path string) string {
	for strings.Contains(path, "//") {
		path = strings.ReplaceAll(path, "//", "/")
	}
	return path
}

// resolveDots removes the segments . and .. (RFC 3986, section 5.2.4); an empty
// segment counts as one.
func resolveDots(path string) string {
	if !strings.Contains(path, "/.") {
		return path
	}
	var kept []string
	segments := strings.Split(path, "/")
	for _, s := range segments {
		switch s {
		case ".":
		case "..":
			if len(kept) > 1 { // kept[0] is what stands before the first slash
				kept = kept[:len(kept)-1]
			}
		default:
			kept = append(kept, s)
		}
	}
	if last := segments[len(segments)-1]; last == "." || last == ".." {
		kept = append(kept, "")
	}
	return strings.Join(kept, "/")
}

func dropTrailingSlash(path string) string {
	if trimmed := strings.TrimRight(path, "/"); trimmed != "" {
		return trimmed
	}
	return path
}

// pathPattern is a path, or a glob of paths, with no second reading.
func pathPattern() kind[glob] {
	return text(`a plain path such as "/mcp" or "/mcp/*", without escapes, parameters, query, dot segments or repeated slashes`, parsePath).
		shaped(`"type": "string", "pattern": "^[/*][^?#;\\\\\u0000]*$", "not": {"pattern": "/+/[^/]|/\\.\\.?(/|$)|%[0-9A-Fa-f]{2}"}`)
}
