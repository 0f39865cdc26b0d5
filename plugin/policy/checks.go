package policy

import (
	"slices"
	"strconv"
)

// checkCallout reports what is told to run detached without a target.
func checkCallout(root value) {
	if root.member("callout").json.Exists() {
		return
	}
	for _, v := range append([]value{root.member("defaults")}, root.member("tools").elements()...) {
		if m := v.member("execution"); m.json.String() == "detached" {
			m.refuse(`"auto" or "inline" (for "detached" give "callout": {"cluster": "mcp_upstream"})`)
		}
	}
}

// checkDistinct reports the elements of a list that stand in it before.
func checkDistinct(v value) {
	var seen []string
	for _, e := range v.elements() {
		s := e.json.String()
		if slices.Contains(seen, s) {
			e.fault("duplicate of an earlier element: " + e.got())
		}
		seen = append(seen, s)
	}
}

// checkTool reports settings of a tool that do not go together.
func checkTool(v value, t *Tool) {
	checkRetention(v, t)
	checkClientLeft(v, t)
}

// checkClientLeft reports a call that is to run without its client, and to end with it.
func checkClientLeft(v value, t *Tool) {
	if t.Execution != Detached || t.ClientLeft != LeftCancel {
		return
	}
	const why = ": a detached call cannot be cancelled"
	if left := v.member("on_client_left"); left.json.Exists() {
		left.refuse(`"continue" with "execution": "detached"` + why)
	} else if execution := v.member("execution"); execution.json.Exists() {
		execution.refuse(`"auto" or "inline" with "on_client_left": "cancel"` + why)
	}
}

// checkRetention reports a record that may end before the call it stands for.
func checkRetention(v value, t *Tool) {
	retention, timeout := v.member("retention"), v.member("tool_timeout")
	switch {
	case t.Retention > t.ToolTimeout || retention.faulty() || timeout.faulty():
	case retention.json.Exists():
		retention.refuse("longer than tool_timeout (" + t.ToolTimeout.String() + ")")
	case timeout.json.Exists():
		timeout.refuse("shorter than retention (" + t.Retention.String() + ")")
	}
}

// checkReachable reports patterns that can match no tool: what their rule says
// of those tools would be dead.
func checkReachable(v value, t *toolRules) {
	elements := v.elements()
	for i := range t.rules {
		for p, pattern := range t.rules[i].match {
			if earlier := t.covering(i, pattern); earlier >= 0 {
				elements[i].member("match").elements()[p].fault("unreachable: " + elements[earlier].path + " already matches " + strconv.Quote(string(pattern)))
			}
		}
	}
}

// checkSkew reports tools whose timed keys would be too old as soon as they are made.
func checkSkew(root value, c *Config) {
	short := func(v value, t Tool) {
		if t.Key == KeyTimed && t.Retention <= 2*c.Skew {
			v.member("retention").refuse("with `key: timed`, longer than twice the skew (" + c.Skew.String() + ")")
		}
	}
	short(root.member("defaults"), c.tools.defaults)
	for i, v := range root.member("tools").elements() {
		if i < len(c.tools.rules) {
			short(v, c.tools.rules[i].tool)
		}
	}
}
