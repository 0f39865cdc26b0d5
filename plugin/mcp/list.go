package mcp

import (
	"errors"

	"mcponce/plugin/jsonrpc"
	"mcponce/plugin/policy"
)

// AsksForList tells whether the body of a POST that Read lets pass is a tools/list request, beyond doubt: what a server answers to
// anything else is not taken for a list.
func AsksForList(h Headers, body []byte) bool {
	if !IsJSON(h) {
		return false
	}
	if methods := h.Values("mcp-method"); len(methods) > 1 || len(methods) == 1 && methods[0] != "tools/list" {
		return false
	}
	doc, err := jsonrpc.Parse(body)
	if err != nil || doc.Tokens[0].Kind != jsonrpc.Object {
		return false
	}
	e, fault := readEnvelope(doc, 0)
	if fault != nil || e.id == nil || e.method < 0 || !doc.TextIs(e.method, "tools/list") {
		return false
	}
	version, ok := doc.Member(0, "jsonrpc")
	return ok && isText(doc, version, "2.0") && (e.params < 0 || doc.Tokens[e.params].Kind == jsonrpc.Object)
}

// List is the result of a tools/list, or of one of its pages.
type List struct {
	doc   *jsonrpc.Doc
	tools []listed
}

// listed is one tool of a list.
type listed struct {
	name   string
	hints  Hints
	schema schema // if OwnsKey is not among the hints, an argument can be added to it
}

var (
	errNoList    = errors.New("a JSON-RPC result with an array of tools is expected, and no member that two readers could read differently")
	errAmbiguous = errors.New("tools without a member that two readers could read differently are expected")
)

// ReadList reads the message that answers a tools/list. A list is nil without an error where the message is a JSON-RPC error,
// or no response.
func ReadList(message []byte) (*List, error) {
	doc, err := jsonrpc.Parse(message)
	if err != nil || doc.Tokens[0].Kind != jsonrpc.Object || doc.Ambiguous(0, "result", "error", "method") != nil {
		return nil, errNoList
	}
	result, ok := doc.Member(0, "result")
	for _, other := range []string{"error", "method"} {
		if _, there := doc.Member(0, other); there {
			ok = false
		}
	}
	if !ok {
		return nil, nil
	}
	tools, ok := doc.Member(result, "tools")
	if !ok || doc.Tokens[tools].Kind != jsonrpc.Array || doc.Ambiguous(result, "tools") != nil {
		return nil, errNoList
	}
	l := &List{doc: doc}
	for i := range doc.Elements(tools) {
		if err := l.add(i); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// add reads the tool that is value i. What has no name is none.
func (l *List) add(i int) error {
	if l.doc.Ambiguous(i, "name", "annotations", "inputSchema") != nil {
		return errAmbiguous
	}
	name, ok := l.doc.Member(i, "name")
	if !ok || l.doc.Tokens[name].Kind != jsonrpc.String || l.doc.Torn(name) {
		return nil
	}
	t := listed{name: l.doc.Text(name), hints: l.annotations(i)}
	if t.schema, ok = readSchema(l.doc, i); !ok || t.schema.has(l.doc, policy.AdvertisedName) {
		t.hints |= OwnsKey
	}
	l.tools = append(l.tools, t)
	return nil
}

// annotations are the hints of tool i. Ambiguous annotations say nothing.
func (l *List) annotations(i int) Hints {
	annotations, ok := l.doc.Member(i, "annotations")
	if !ok || l.doc.Ambiguous(annotations, "readOnlyHint", "destructiveHint", "idempotentHint") != nil {
		return 0
	}
	says := func(name string) bool {
		value, ok := l.doc.Member(annotations, name)
		return ok && l.doc.Tokens[value].Kind == jsonrpc.True
	}
	return hintsOf(says("readOnlyHint"), says("destructiveHint"), says("idempotentHint"))
}

// Hints are what the list says of each tool. Of several tools of one name, all have to say what relaxes.
func (l *List) Hints() map[string]Hints {
	all := make(map[string]Hints, len(l.tools))
	for _, t := range l.tools {
		if earlier, twice := all[t.name]; twice {
			t.hints = earlier.and(t.hints)
		}
		all[t.name] = t.hints
	}
	return all
}
