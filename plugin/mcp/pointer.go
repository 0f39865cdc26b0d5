package mcp

import (
	"strconv"

	"mcponce/plugin/jsonrpc"
	"mcponce/plugin/policy"
)

// argument finds what a pointer leads to in the arguments (RFC 6901 section 4): its value, and the name of the member that it
// is, -1 where it is an element of an array.
func (c *Call) argument(p policy.Pointer) (name, value int, ok bool) {
	value, ok = c.param("arguments")
	for _, token := range p.Tokens() {
		if !ok {
			return -1, 0, false
		}
		if c.doc.Tokens[value].Kind == jsonrpc.Array {
			name = -1
			value, ok = element(c.doc, value, token)
			continue
		}
		value, ok = c.doc.Member(value, token)
		name = value - 1 // a member's value follows its name
	}
	return name, value, ok
}

// element finds the element of an array that a reference token names: digits without a leading zero.
func element(doc *jsonrpc.Doc, array int, token string) (value int, ok bool) {
	n, err := strconv.Atoi(token)
	if err != nil || n < 0 || strconv.Itoa(n) != token {
		return 0, false
	}
	for value := range doc.Elements(array) {
		if n == 0 {
			return value, true
		}
		n--
	}
	return 0, false
}
