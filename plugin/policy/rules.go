package policy

import "slices"

// toolRules classify tools by name, host and path: the first rule that matches, else the defaults.
type toolRules struct {
	defaults Tool
	rules    []rule
}

// rule is the policy of the tools that any of its patterns matches, at any of its hosts and paths.
type rule struct {
	match []glob
	hosts []glob // as host gives them; none means every host
	paths []glob // each its own only reading; none means every path
	tool  Tool
}

// Rules are those for the requests to one host and path.
type Rules struct {
	all  *toolRules
	fits []fit // of each rule
}

// fit is whether a request falls under a rule's hosts and paths.
type fit uint8

const (
	inside  fit = iota // however it is read
	unclear            // one server may read it so, and another not
	outside            // however it is read
)

// Rules gives the rules for a request with this :authority and :path.
func (c *Config) Rules(authority, path string) Rules {
	r := Rules{all: &c.tools, fits: make([]fit, len(c.tools.rules))}
	name := host(authority)
	var all []string // readings of the path, when they are needed
	complete := false
	for i := range c.tools.rules {
		one := &c.tools.rules[i]
		if one.paths != nil && all == nil {
			all, complete = readings(path)
		}
		if r.fits[i] = one.fitsPath(all, complete); one.hosts != nil && !matchAny(one.hosts, name) {
			r.fits[i] = outside
		}
	}
	return r
}

// Tool gives the policy of the tool with this name: that of the first rule that matches its exact name and the request,
// else the defaults. A tool that no rule knows is governed. sure is false where the path can be read in two ways, one under
// the rule and one not: such a call must not run under either.
func (r Rules) Tool(name string) (t Tool, sure bool) {
	for i := range r.all.rules {
		if one := &r.all.rules[i]; r.fits[i] != outside && matchAny(one.match, name) {
			return one.tool, r.fits[i] == inside
		}
	}
	return r.all.defaults, true
}

// fitsPath compares every reading. A slash at its end makes no difference to where a path leads.
func (r *rule) fitsPath(readings []string, complete bool) fit {
	if r.paths == nil {
		return inside
	}
	matching := 0
	for _, reading := range readings {
		if matchAny(r.paths, reading) || matchAny(r.paths, dropTrailingSlash(reading)) {
			matching++
		}
	}
	switch {
	case complete && matching == len(readings):
		return inside
	case complete && matching == 0:
		return outside
	default:
		return unclear
	}
}

func matchAny(patterns []glob, text string) bool {
	return slices.ContainsFunc(patterns, func(g glob) bool { return g.matches(text) })
}

// covering gives the first rule before rule i that takes every call that a pattern of it could match, or -1 if there is
// none or the pattern is faulty.
func (t *toolRules) covering(i int, pattern glob) int {
	if pattern == "" {
		return -1
	}
	later := t.rules[i]
	return slices.IndexFunc(t.rules[:i], func(r rule) bool {
		return coversAll(r.match, []glob{pattern}) && coversAll(r.hosts, later.hosts) && coversAll(r.paths, later.paths)
	})
}

// coversAll tells whether every text that fits one of the later patterns fits one of the earlier ones. No patterns at all
// fit every text.
func coversAll(earlier, later []glob) bool {
	if earlier == nil {
		return true
	}
	if later == nil {
		later = []glob{"*"}
	}
	return !slices.ContainsFunc(later, func(l glob) bool {
		return !slices.ContainsFunc(earlier, func(e glob) bool { return e.covers(l) })
	})
}

// toolPattern is the name of a tool, or a glob of names.
func toolPattern() kind[glob] {
	return text("a tool name or a glob, not empty", func(s string) (glob, bool) { return glob(s), s != "" }).
		shaped(`"type": "string", "minLength": 1`)
}

// governedEffect is what the defaults may say about effect.
func governedEffect() kind[Effect] {
	return choice[Effect](`"write" (a tool is trusted as "read" only where a rule in tools says so)`, "write")
}

// toolList is the list of rules, each read over the defaults that are there.
func toolList() kind[toolRules] {
	one := object(`an object such as {"match": ["*"]}`, ruleFields()).
		checked(func(v value, r *rule) { checkTool(v, &r.tool) })
	rules := func(defaults Tool) kind[[]rule] {
		return list(`a list of rules such as [{"match": ["*"]}]`, one, rule{tool: defaults})
	}
	read := func(v value, into *toolRules) { rules(into.defaults).read(v, &into.rules) }
	plain := rules(Tool{})
	return kind[toolRules]{plain.want, read, plain.inside, plain.shape}.checked(checkReachable)
}
