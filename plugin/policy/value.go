package policy

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// value is one JSON value of the configuration, or the absence of one, and the
// place where it stands.
type value struct {
	path  string // "tools[1].match[0]"; empty for the whole configuration
	json  gjson.Result
	found *findings
}

// finding is one fault of a configuration. offset is where in its text; 0 where something is missing.
type finding struct {
	path, text string
	offset     int
}

func (f finding) Error() string { return f.path + ": " + f.text }

// findings are all faults, in the order of their discovery.
type findings []finding

func (f findings) join() error {
	var all []error
	for _, one := range f {
		all = append(all, one)
	}
	return errors.Join(all...)
}

// fault reports something that is wrong with the value.
func (v value) fault(text string) {
	path := v.path
	if path == "" {
		path = "configuration"
	}
	*v.found = append(*v.found, finding{path, text, v.json.Index})
}

// faulty tells whether something was found at the value itself.
func (v value) faulty() bool {
	return slices.ContainsFunc(*v.found, func(f finding) bool { return f.path == v.path })
}

// refuse reports that the value is not what is wanted here.
func (v value) refuse(want string) {
	v.fault("want " + want + ", got " + v.got())
}

// got shows the value in an error, on one line and in bounds.
func (v value) got() string {
	const most = 60 // bytes
	text := strings.Join(strings.Fields(v.json.Raw), " ")
	switch {
	case text == "":
		return "nothing"
	case len(text) > most:
		return strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// at gives the place of a member of an object.
func (v value) at(name string) value {
	path := name
	if !isPlainName(name) {
		path = strconv.Quote(name)
	}
	if v.path != "" {
		path = v.path + "." + path
	}
	return value{path: path, found: v.found}
}

// on gives the place with what stands there.
func (v value) on(json gjson.Result) value {
	v.json = json
	return v
}

// member gives the value of a member of an object; it may be absent.
func (v value) member(name string) value {
	m := v.at(name)
	if !v.json.IsObject() {
		return m
	}
	v.json.ForEach(func(key, json gjson.Result) bool {
		if key.String() == name {
			m.json = json
		}
		return !m.json.Exists()
	})
	return m
}

// elements gives the values of an array.
func (v value) elements() []value {
	if !v.json.IsArray() {
		return nil
	}
	var all []value
	for i, json := range v.json.Array() {
		all = append(all, value{v.path + "[" + strconv.Itoa(i) + "]", json, v.found})
	}
	return all
}

// isPlainName tells whether a member name can stand in a path without quotes.
func isPlainName(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-') {
			return false
		}
	}
	return name != ""
}
