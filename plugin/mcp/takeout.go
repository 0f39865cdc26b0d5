package mcp

import (
	"bytes"

	"mcponce/plugin/policy"
)

// WithoutAdvertisedKey returns the body of the call without the argument that lists show for the key; ok is false when the
// call has no such argument. Spaces stand in its place: every other byte stays where it is, and the length as it was said.
func (c *Call) WithoutAdvertisedKey() (body []byte, ok bool) {
	name, value, ok := c.argument(policy.AdvertisedKey)
	if !ok {
		return nil, false
	}
	from, to := c.span(name, value)
	body = bytes.Clone(c.doc.Body)
	for i := from; i < to; i++ {
		body[i] = ' '
	}
	return body, true
}

// span is where a member of the arguments stands, with the comma that goes with it.
func (c *Call) span(name, value int) (from, to int32) {
	tokens := c.doc.Tokens
	arguments, _ := c.param("arguments")
	if next := tokens[value].Next; next < tokens[arguments].Next {
		return tokens[name].Start, tokens[next].Start
	}
	from = tokens[name].Start
	for other, before := range c.doc.Members(arguments) {
		if other < name {
			from = tokens[before].End
		}
	}
	return from, tokens[value].End
}
