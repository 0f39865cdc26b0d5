package policy

import (
	"strconv"
	"strings"
)

// Schema gives a JSON Schema (draft 2020-12) of the configuration, as JSON text. It accepts whatever Parse accepts. It cannot
// say everything that Parse checks: lengths of time and sizes with a unit have no bounds in it, and rules that can never match
// are not seen.
func Schema() string {
	var fields []fieldDoc
	for _, f := range configFields() {
		fields = append(fields, f.doc...)
	}
	return `{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Configuration of mcponce", ` +
		membersShape(fields, "") + `, "allOf": [` + principalShape + `, ` + calloutShape + `]}`
}

// principalShape is what checkPrincipal looks for.
const principalShape = `{"anyOf": [{"required": ["principal"]}, {"required": ["anonymous"]}]}`

// calloutShape is what checkCallout looks for.
const calloutShape = `{"if": {"not": {"required": ["callout"]}}, "then": {"properties": {` +
	`"defaults": {"properties": {"execution": {"enum": ["auto", "inline"]}}}, ` +
	`"tools": {"items": {"properties": {"execution": {"enum": ["auto", "inline"]}}}}}}}`

// listShape is that of a list. Where its elements are objects, fieldShape has their members.
func listShape(element string) string {
	shape := `"type": "array", "minItems": 1`
	if element != "" {
		shape += `, "items": {` + element + `}`
	}
	return shape
}

// membersShape is that of an object with the fields that lie directly below under, which is a prefix of their paths.
func membersShape(fields []fieldDoc, under string) string {
	var properties, needed []string
	for _, f := range fields {
		name, ok := strings.CutPrefix(f.path, under)
		if !ok || strings.ContainsAny(name, ".[") {
			continue
		}
		properties = append(properties, quoted(name)+`: {`+fieldShape(fields, f)+`}`)
		if f.initial == required {
			needed = append(needed, quoted(name))
		}
	}
	shape := `"type": "object", "properties": {` + strings.Join(properties, ", ") + `}, "additionalProperties": false`
	if needed != nil {
		shape += `, "required": [` + strings.Join(needed, ", ") + `]`
	}
	return shape
}

// fieldShape is that of one field: its description, its default, and what is inside.
func fieldShape(fields []fieldDoc, f fieldDoc) string {
	parts := []string{`"description": ` + quoted(f.meaning)}
	if f.initial != "" && f.initial != required && !f.inherits() {
		parts = append(parts, `"default": `+f.initial)
	}
	if f.shape != "" {
		parts = append(parts, f.shape)
	}
	for _, inside := range fields {
		switch {
		case strings.HasPrefix(inside.path, f.path+"."):
			return strings.Join(append(parts, membersShape(fields, f.path+".")), ", ")
		case strings.HasPrefix(inside.path, f.path+"[]."):
			return strings.Join(append(parts, `"items": {`+membersShape(fields, f.path+"[].")+`}`), ", ")
		}
	}
	return strings.Join(parts, ", ")
}

// inherits tells whether the field's default is another field.
func (d fieldDoc) inherits() bool { return strings.HasPrefix(d.initial, "defaults.") }

// quoted gives printable text as a JSON string.
func quoted(text string) string { return strconv.Quote(text) }
