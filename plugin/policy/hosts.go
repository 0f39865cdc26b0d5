package policy

import "strings"

// host gives a request's host from its :authority: in lower case, without user, port and the dot at its end. It is what
// readers may take the authority for, and what no port or dot leads around.
func host(authority string) string {
	name := strings.ToLower(authority[strings.LastIndexByte(authority, '@')+1:])
	if port := strings.LastIndexByte(name, ':'); port > strings.LastIndexByte(name, ']') {
		name = name[:port]
	}
	return strings.TrimSuffix(name, ".")
}

// parseHost reads a configured host, or a glob of hosts. It must be its own only reading.
func parseHost(text string) (glob, bool) {
	name := strings.ToLower(text)
	return glob(name), name != "" && host(name) == name && !strings.ContainsAny(name, "/?# ")
}

// hostPattern is a host, or a glob of hosts, without a port.
func hostPattern() kind[glob] {
	return text(`a host such as "bank.example.com" or "*.example.com", without port`, parseHost).
		shaped(`"type": "string", "pattern": "^[^/?# @]*[^/?# @.]$"`)
}
