package policy

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// required stands in place of a default.
const required = "required"

// field is a member of an object that is read into a T.
type field[T any] struct {
	name    string
	initial string // its default: JSON text, none or required
	read    func(v value, into *T)
	doc     []fieldDoc // its own description, then those of what is inside
}

// fieldDoc describes one field of the configuration, for documentation.
type fieldDoc struct {
	path    string // "store.local.bytes"; [] stands for each element of an array
	want    string
	initial string // its default: JSON text, the path of another field, none or required
	meaning string
	shape   string // see kind
}

// member describes a field: its name, its kind, the part of T it is read into,
// its default (JSON text, none or required) and its meaning.
func member[T, V any](name string, k kind[V], part func(*T) *V, initial, meaning string) field[T] {
	return field[T]{
		name:    name,
		initial: initial,
		read:    func(v value, into *T) { k.read(v, part(into)) },
		doc:     describe(fieldDoc{name, k.want, initial, meaning, k.shape}, k.inside),
	}
}

// describe puts a field's own description before those of what is inside. Like checkNames it is no part of the generic
// functions that call it: each of those is compiled for every type it is used with.
//
//go:noinline
func describe(own fieldDoc, inside []fieldDoc) []fieldDoc {
	return append([]fieldDoc{own}, under(own.path, inside)...)
}

// object is a JSON object with these fields. They are read in their order, the
// default of each before what is given; an unknown or repeated member is a fault.
func object[T any](want string, fields []field[T]) kind[T] {
	var known []string
	for _, f := range fields {
		known = append(known, f.name)
	}
	read := func(v value, into *T) {
		if !v.json.IsObject() {
			v.refuse(want)
			return
		}
		checkNames(v, known)
		for _, f := range fields {
			m := v.member(f.name)
			if f.initial != "" && f.initial != required {
				f.read(value{m.path, gjson.Parse(f.initial), v.found}, into)
			}
			if m.json.Exists() || f.initial == required {
				f.read(m, into)
			}
		}
	}
	k := kind[T]{want: want, read: read}
	for _, f := range fields {
		k.inside = append(k.inside, f.doc...)
	}
	return k
}

// checkNames reports unknown and repeated members. Names are compared as decoded.
//
//go:noinline
func checkNames(v value, known []string) {
	var seen []string
	v.json.ForEach(func(key, _ gjson.Result) bool {
		name := key.String()
		m := v.at(name)
		m.json = key
		switch {
		case slices.Contains(seen, name):
			m.fault("duplicate member")
		case !slices.Contains(known, name):
			m.fault("unknown field (known: " + strings.Join(known, ", ") + ")")
		}
		seen = append(seen, name)
		return true
	})
}

// under puts descriptions below a member or, with "[]", into an array.
func under(name string, inside []fieldDoc) []fieldDoc {
	var moved []fieldDoc
	for _, d := range inside {
		if !strings.HasPrefix(d.path, "[]") {
			d.path = "." + d.path
		}
		d.path = name + d.path
		moved = append(moved, d)
	}
	return moved
}
