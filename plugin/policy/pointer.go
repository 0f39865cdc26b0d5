package policy

import (
	"strconv"
	"strings"
)

// Pointer is a JSON Pointer (RFC 6901) into the arguments of a call, as it is spelled. It leads to something in them, never
// to all of them.
type Pointer string

// Tokens are its decoded reference tokens, outermost first.
func (p Pointer) Tokens() []string {
	tokens := strings.Split(string(p[1:]), "/")
	for i, t := range tokens {
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~") // in this order: ~01 is ~1
	}
	return tokens
}

func parsePointer(text string) (Pointer, bool) {
	escaped := strings.ReplaceAll(strings.ReplaceAll(text, "~0", ""), "~1", "")
	return Pointer(text), strings.HasPrefix(text, "/") && !strings.Contains(escaped, "~")
}

// pointer is a place in the arguments.
func pointer(example string) kind[Pointer] {
	return text("a JSON Pointer into the arguments such as "+strconv.Quote(example), parsePointer).
		shaped(`"type": "string", "pattern": "^(/([^/~]|~[01])*)+$"`)
}

// pointers are places in the arguments, each named once. None is a list too: a rule says so where the defaults have some.
func pointers() kind[[]Pointer] {
	all := orNone(list(`a list of JSON Pointers such as ["/request_time"]`, pointer("/client/request_time"), ""))
	return all.shaped(all.shape + `, "uniqueItems": true`).
		checked(func(v value, _ *[]Pointer) { checkDistinct(v) })
}
