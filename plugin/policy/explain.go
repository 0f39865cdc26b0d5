package policy

import (
	"strings"

	"github.com/tidwall/gjson"
)

// Explained is the policy of some tools, and how the configuration came to it.
type Explained struct {
	Path     string   // where it stands: "tools[1]", or "defaults" for the tools that no rule matches
	Match    []string // the patterns of the rule; none of the defaults
	Hosts    []string // where the rule holds; none means everywhere
	Paths    []string // likewise
	Tool     Tool
	Settings []Setting // all of a tool's fields, in the order of the documentation
}

// Setting is one field of a tool's policy.
type Setting struct {
	Name    string // "retention"
	Value   string // as the configuration spells it; a string without its quotes
	BuiltIn bool   // the configuration says nothing of it
}

// Explain reads a configuration as Parse does, and gives its policies: those of the rules in their order, then the defaults.
func Explain(text []byte) (*Config, []Explained, error) {
	config, err := Parse(text)
	if err != nil {
		return nil, nil, err
	}
	root := value{json: gjson.ParseBytes(text)}
	defaults := root.member("defaults")
	var all []Explained
	for i, v := range root.member("tools").elements() {
		r := config.tools.rules[i]
		all = append(all, Explained{v.path, patterns(r.match), patterns(r.hosts), patterns(r.paths), r.tool, settings(v, defaults)})
	}
	return config, append(all, Explained{Path: defaults.path, Tool: config.tools.defaults, Settings: settings(defaults)}), nil
}

// Matches gives the pattern that takes the tool, "" from the defaults, which take every tool.
func (e Explained) Matches(tool string) (pattern string, ok bool) {
	for _, p := range e.Match {
		if glob(p).matches(tool) {
			return p, true
		}
	}
	return "", e.Match == nil
}

// Everywhere tells whether the policy holds at all hosts and paths.
func (e Explained) Everywhere() bool { return e.Hosts == nil && e.Paths == nil }

func patterns(globs []glob) []string {
	var all []string
	for _, g := range globs {
		all = append(all, string(g))
	}
	return all
}

// settings are the fields of a tool, each as the first object has it that has it.
func settings(objects ...value) []Setting {
	var all []Setting
	for _, f := range toolFields(governedEffect()) {
		s := Setting{f.name, f.initial, true}
		for _, object := range objects {
			if own := object.member(f.name).json; own.Exists() {
				s.Value, s.BuiltIn = own.Raw, false
				break
			}
		}
		s.Value = spelled(s.Value)
		all = append(all, s)
	}
	return all
}

// spelled gives JSON as it is shown in a table: a string without its quotes, on one line.
func spelled(json string) string {
	if parsed := gjson.Parse(json); parsed.Type == gjson.String {
		return parsed.String()
	}
	return strings.Join(strings.Fields(json), " ")
}
