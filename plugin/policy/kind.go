package policy

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// kind is a sort of value: what is wanted, in words, and how it is read. read
// reports every fault through the value; a scalar with a fault leaves *into alone.
type kind[V any] struct {
	want   string
	read   func(v value, into *V)
	inside []fieldDoc // what an object holds, with paths from there
	shape  string     // what read accepts, as far as JSON Schema can say it: members of a schema
}

// scalar is a kind that is read from one JSON value alone.
func scalar[V any](want string, parse func(gjson.Result) (V, bool)) kind[V] {
	read := func(v value, into *V) {
		parsed, ok := parse(v.json)
		if !ok {
			v.refuse(want)
			return
		}
		*into = parsed
	}
	return kind[V]{want: want, read: read}
}

// text is a kind that is read from a JSON string.
func text[V any](want string, parse func(string) (V, bool)) kind[V] {
	return scalar(want, func(json gjson.Result) (V, bool) {
		if json.Type != gjson.String {
			var none V
			return none, false
		}
		return parse(json.String())
	}).shaped(`"type": "string"`)
}

// orNone lets a list be empty too.
func orNone[V any](all kind[[]V]) kind[[]V] {
	read := all.read
	all.read = func(v value, into *[]V) {
		if v.json.IsArray() && len(v.elements()) == 0 {
			*into = nil
			return
		}
		read(v, into)
	}
	return all.shaped(strings.Replace(all.shape, `"minItems": 1, `, "", 1))
}

// choice is one of some strings; each stands for its index.
func choice[V ~uint8](want string, names ...string) kind[V] {
	return text(want, func(s string) (V, bool) {
		i := slices.Index(names, s)
		return V(max(i, 0)), i >= 0
	}).shaped(`"enum": ["` + strings.Join(names, `", "`) + `"]`)
}

// shaped says what the kind accepts. The shape may accept more, never less.
func (k kind[V]) shaped(shape string) kind[V] {
	k.shape = shape
	return k
}

// such narrows a kind to the values that hold; want describes those.
func (k kind[V]) such(want string, holds func(V) bool) kind[V] {
	read := k.read
	k.read = func(v value, into *V) {
		narrowed, before := *into, len(*v.found)
		read(v, &narrowed)
		switch {
		case len(*v.found) > before:
		case !holds(narrowed):
			v.refuse(want)
		default:
			*into = narrowed
		}
	}
	return k
}

// checked adds a check of the whole, made whatever was found in its parts.
func (k kind[V]) checked(check func(v value, read *V)) kind[V] {
	read := k.read
	k.read = func(v value, into *V) {
		read(v, into)
		check(v, into)
	}
	return k
}

// list is an array with at least one element. Each is read over a copy of from;
// one with a fault keeps its place.
func list[V any](want string, element kind[V], from V) kind[[]V] {
	read := func(v value, into *[]V) {
		elements := v.elements()
		if len(elements) == 0 {
			v.refuse(want)
			return
		}
		*into = nil
		for _, e := range elements {
			one := from
			element.read(e, &one)
			*into = append(*into, one)
		}
	}
	return kind[[]V]{want, read, under("[]", element.inside), listShape(element.shape)}
}
