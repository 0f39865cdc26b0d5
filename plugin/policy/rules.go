package policy

import "slices"

// toolRules classify tools by name: the first rule that matches, else the defaults.
type toolRules struct {
	defaults Tool
	rules    []rule
}

// rule is the policy of the tools that any of its patterns matches.
type rule struct {
	match []glob
	tool  Tool
}

func (t *toolRules) find(name string) Tool {
	for i := range t.rules {
		if t.rules[i].matches(name) {
			return t.rules[i].tool
		}
	}
	return t.defaults
}

func (r *rule) matches(name string) bool {
	return slices.ContainsFunc(r.match, func(g glob) bool { return g.matches(name) })
}

// covering gives the first rule before rule i that takes every tool from a
// pattern of it, or -1 if the pattern can match a tool or is faulty.
func (t *toolRules) covering(i int, pattern glob) int {
	if pattern == "" {
		return -1
	}
	return slices.IndexFunc(t.rules[:i], func(r rule) bool {
		return slices.ContainsFunc(r.match, func(g glob) bool { return g.covers(pattern) })
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
