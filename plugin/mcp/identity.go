package mcp

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mcponce/plugin/policy"
)

// Principal returns a digest of who calls, from the one configured source, whose name is part of it. ok is false when the
// source gives none, more than one, or what cannot be one. property gives the value of a property of the gateway; found is
// false where it has none.
func Principal(p policy.Principal, h Headers, property func(path []string) (value string, found bool)) (who [32]byte, ok bool) {
	name, values := []string{"principal", p.Header}, h.Values(p.Header)
	switch {
	case p.Authorization:
		name, values = []string{"principal", "authorization"}, h.Values("authorization")
	case p.Property != nil:
		name, values = append([]string{"property"}, p.Property...), nil
		if value, found := property(p.Property); found {
			values = []string{value}
		}
	}
	switch {
	case len(values) == 1 && values[0] != "" && (p.Property == nil || isPlain(values[0])):
		return digestOf(append(name, values[0])...), true
	case len(values) == 0 && p.AnonymousShared:
		return digestOf("anonymous"), true
	default:
		return who, false
	}
}

// isPlain: a property's value is text. A gateway gives numbers as eight bytes, and lists and maps with lengths of four bytes
// within (proxy-wasm, Envoy's serializeValue): what comes of those is none.
func isPlain(value string) bool {
	return utf8.ValidString(value) && !strings.ContainsFunc(value, unicode.IsControl)
}

// Namespace is the part of an action's name that the gateway gives: the configured one, else the request's authority and
// path without query.
func Namespace(configured string, h Headers) string {
	if configured != "" {
		return configured
	}
	path, _, _ := strings.Cut(h.Get(":path"), "?")
	return strings.ToLower(h.Get(":authority")) + " " + path
}

// LaneID names a place for a call without a key: one of several places for calls of the same principal that ask for the same
// in the same round.
func LaneID(namespace string, principal [32]byte, tool string, fingerprint, asked [32]byte, place string) [32]byte {
	return digestOf("lane", namespace, string(principal[:]), tool, string(fingerprint[:]), string(asked[:]), place)
}

// ActionID names an action: the same key of another principal, tool or namespace is another action.
func ActionID(namespace string, principal [32]byte, tool, key string) [32]byte {
	return digestOf("action", namespace, string(principal[:]), tool, key)
}

// ToolID names a tool as the server has it that requests with these headers reach, whatever namespace is configured: two
// servers behind one gateway have their own tools, and it is only the URL that tells them apart.
func ToolID(h Headers, tool string) [32]byte { return digestOf("tool", Namespace("", h), tool) }
