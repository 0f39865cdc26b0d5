package mcp

import "mcponce/plugin/jsonrpc"

// schema is where a tool's inputSchema stands: tokens of its object, and of the members that name arguments, -1 where absent.
type schema struct{ object, properties, required int }

// readSchema reads the inputSchema of tool i. ok is false when it cannot be said beyond doubt which arguments it names, or
// where there is none.
func readSchema(doc *jsonrpc.Doc, i int) (s schema, ok bool) {
	s = schema{-1, -1, -1}
	object, ok := doc.Member(i, "inputSchema")
	if !ok || doc.Tokens[object].Kind != jsonrpc.Object {
		return s, false
	}
	s.object = object
	ok = doc.Ambiguous(object, "properties", "required") == nil
	if properties, there := doc.Member(object, "properties"); there {
		s.properties = properties
		ok = ok && doc.Tokens[properties].Kind == jsonrpc.Object && doc.Ambiguous(properties) == nil
	}
	if required, there := doc.Member(object, "required"); there {
		s.required = required
		ok = ok && doc.Tokens[required].Kind == jsonrpc.Array
	}
	return s, ok
}

// has: the schema names the argument.
func (s schema) has(doc *jsonrpc.Doc, argument string) bool {
	if s.properties >= 0 {
		if _, ok := doc.Member(s.properties, argument); ok {
			return true
		}
	}
	if s.required >= 0 {
		for i := range doc.Elements(s.required) {
			if doc.TextIs(i, argument) {
				return true
			}
		}
	}
	return false
}

// insertion is text to be put into a document at a byte.
type insertion struct {
	at   int
	text string
}

// extend gives what adds an argument with this schema: a member of properties and, if demanded, an element of required. Each
// goes after what is there, so that the rest stays as it was sent.
func (s schema) extend(doc *jsonrpc.Doc, argument, described string, demanded bool) []insertion {
	var all []insertion
	missing := ""
	add := func(container int, text, otherwise string) {
		if container >= 0 {
			all = append(all, inside(doc, container, text))
			return
		}
		if missing != "" {
			missing += ","
		}
		missing += otherwise
	}
	member := `"` + argument + `":` + described
	add(s.properties, member, `"properties":{`+member+`}`)
	if demanded {
		add(s.required, `"`+argument+`"`, `"required":["`+argument+`"]`)
	}
	if missing != "" {
		all = append(all, inside(doc, s.object, missing))
	}
	return all
}

// inside puts text after the last value that container i holds directly.
func inside(doc *jsonrpc.Doc, i int, text string) insertion {
	last := -1
	for _, value := range doc.Members(i) {
		last = value
	}
	for value := range doc.Elements(i) {
		last = value
	}
	if last < 0 {
		return insertion{int(doc.Tokens[i].Start) + 1, text}
	}
	return insertion{int(doc.Tokens[last].End), "," + text}
}
