package mcp

import (
	"slices"

	"mcponce/plugin/policy"
)

// Fingerprint is the digest of what the call asks for: the canonical form of params without what may differ between two
// attempts of one action, the key at one of the sources and what is ignored in the arguments among it. Absent arguments are
// the empty object.
func (c *Call) Fingerprint(sources []policy.KeySource, ignored []policy.Pointer) [32]byte {
	var without []int
	for name := range c.doc.Members(c.params) {
		if !isAsked(c.doc.Text(name), sources) {
			without = append(without, name)
		}
	}
	canonical := c.doc.AppendCanonicalWithout(c.reader.form[:0], c.params, without)
	canonical = append(canonical, '\n') // never part of a canonical form
	if arguments, ok := c.param("arguments"); ok {
		canonical = c.doc.AppendCanonicalWithout(canonical, arguments, c.ignored(sources, ignored))
	} else {
		canonical = append(canonical, "{}"...)
	}
	c.reader.form = canonical
	return Digest(canonical)
}

// isAsked: the member of params says what the call asks for. The arguments do too, but absent ones count as well.
func isAsked(name string, sources []policy.KeySource) bool {
	switch name {
	case "_meta", "inputResponses", "requestState", "arguments":
		return false
	}
	return !slices.Contains(sources, policy.KeySource{Kind: policy.KeyParam, Name: name})
}

// ignored are the names of the members of the arguments, in ascending order, that do not say what the call asks for. An
// element of an array always does.
func (c *Call) ignored(sources []policy.KeySource, pointers []policy.Pointer) []int {
	var names []int
	leave := func(p policy.Pointer) {
		if name, _, ok := c.argument(p); ok && name >= 0 {
			names = append(names, name)
		}
	}
	for _, p := range pointers {
		leave(p)
	}
	for _, source := range sources {
		if source.Kind == policy.KeyArgument {
			leave(policy.Pointer(source.Name))
		}
	}
	slices.Sort(names)
	return names
}
