package mcp

import (
	"strings"

	"mcponce/plugin/policy"
)

// Principal returns a digest of who calls, from the one configured source, whose name is part of it. ok is false when the
// source gives none, or more than one.
func Principal(h Headers, p policy.Principal) (who [32]byte, ok bool) {
	source := p.Header
	if p.Authorization {
		source = "authorization"
	}
	values := h.Values(source)
	switch {
	case len(values) == 1 && values[0] != "":
		return digestOf("principal", source, values[0]), true
	case len(values) == 0 && p.AnonymousShared:
		return digestOf("anonymous"), true
	default:
		return who, false
	}
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
