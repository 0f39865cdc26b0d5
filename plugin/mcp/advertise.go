package mcp

import (
	"cmp"
	"slices"

	"mcponce/plugin/policy"
)

// What a model reads of the argument. With key: timed the value has to tell when it was made.
const (
	describedKey = `{"type":"string","description":"Makes this action happen once. For each new action send a new unique value, such as a UUID. ` +
		`When you repeat a call because its outcome is not known, send the value of the first try again."}`
	describedTimedKey = `{"type":"string","description":"Makes this action happen once. For each new action send a new UUID of version 7 or a ULID, made now. ` +
		`When you repeat a call because its outcome is not known, send the value of the first try again."}`
)

// Advertise returns the message of the list with an argument for the key added to the tools that wanted picks, given their
// names and what the list says of them. rule is what becomes of the tool's calls without a key: where they are refused, the
// argument is required, since a model leaves out what it may. The rest is byte for byte as it came. left are the names of
// picked tools that stay as they are, since they have an argument of that name, or no schema that shows that they have none.
func (l *List) Advertise(wanted func(tool string, said Hints) (rule policy.KeyRule, ok bool)) (message []byte, left []string) {
	var edits []insertion
	said := l.Hints()
	for _, t := range l.tools {
		rule, ok := wanted(t.name, said[t.name])
		switch {
		case !ok:
		case said[t.name]&OwnsKey != 0:
			left = append(left, t.name)
		case rule == policy.KeyTimed:
			edits = append(edits, t.schema.extend(l.doc, policy.AdvertisedName, describedTimedKey, true)...)
		default:
			edits = append(edits, t.schema.extend(l.doc, policy.AdvertisedName, describedKey, rule == policy.KeyRequired)...)
		}
	}
	return insert(l.doc.Body, edits), left
}

// insert returns a copy of the text with the insertions.
func insert(text []byte, all []insertion) []byte {
	slices.SortStableFunc(all, func(a, b insertion) int { return cmp.Compare(a.at, b.at) })
	size := len(text)
	for _, i := range all {
		size += len(i.text)
	}
	edited, from := make([]byte, 0, size), 0
	for _, i := range all {
		edited = append(append(edited, text[from:i.at]...), i.text...)
		from = i.at
	}
	return append(edited, text[from:]...)
}
