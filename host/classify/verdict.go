package classify

import (
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Verdict is what is proposed for one tool.
type Verdict struct {
	Name    string
	Reads   bool     // the server says that it only reads, and nothing speaks against it
	Named   bool     // not Reads, but its name suggests that it only reads, and nothing speaks against that
	Reasons []string // for a person, most telling first; never empty
}

// All gives a verdict on each name, in the order of the names. A name that is listed more than once is proposed as what all of
// its tools are.
func All(tools []*mcp.Tool) []Verdict {
	byName := map[string]Verdict{}
	for _, tool := range tools {
		v := judge(tool)
		if other, twice := byName[tool.Name]; twice {
			v.Reads, v.Named = v.Reads && other.Reads, v.Named && other.Named
			v.Reasons = append(v.Reasons, "listed more than once")
		}
		byName[tool.Name] = v
	}
	var all []Verdict
	for _, v := range byName {
		all = append(all, v)
	}
	slices.SortFunc(all, func(a, b Verdict) int { return strings.Compare(a.Name, b.Name) })
	return all
}

func judge(tool *mcp.Tool) Verdict {
	v := Verdict{Name: tool.Name}
	readOnly, word := hints(tool.Annotations)
	verb := readName(tool.Name)
	against := doubts(tool, verb)
	switch {
	case readOnly && len(against) == 0:
		v.Reads, v.Reasons = true, word
	case tool.Annotations == nil && verb.reads && len(against) == 0:
		v.Named, v.Reasons = true, []string{"no annotations; the name says " + verb.word}
	case len(word)+len(against) == 0:
		v.Reasons = []string{"nothing says that it only reads"}
	case readOnly:
		v.Reasons = append(against, "although "+word[0])
	default:
		v.Reasons = append(word, against...)
	}
	return v
}

// hints are what the annotations say, in words. Where there are any, readOnlyHint is first if it is true; left out it is false.
func hints(a *mcp.ToolAnnotations) (readOnly bool, word []string) {
	if a == nil {
		return false, nil
	}
	if destructive := a.DestructiveHint; destructive != nil {
		word = append(word, "the server says destructiveHint "+strconv.FormatBool(*destructive))
	}
	if a.IdempotentHint {
		word = append(word, "the server says idempotentHint true")
	}
	switch {
	case a.ReadOnlyHint:
		word = append([]string{"the server says readOnlyHint true"}, word...)
	case word == nil:
		word = []string{"annotated, and not readOnlyHint true"}
	}
	return a.ReadOnlyHint, word
}

// doubts are what speaks against a tool that only reads.
func doubts(tool *mcp.Tool, verb nameWord) []string {
	var all []string
	if a := tool.Annotations; a != nil && a.ReadOnlyHint && a.DestructiveHint != nil && *a.DestructiveHint {
		all = append(all, "destructiveHint true contradicts readOnlyHint true")
	}
	if verb.writes {
		all = append(all, "the name says "+verb.word)
	}
	if key := keyArgument(tool.InputSchema); key != "" {
		all = append(all, "takes an idempotency key of its own, "+strconv.Quote(key))
	}
	if tool.Name == "" || strings.Contains(tool.Name, "*") {
		all = append(all, "a rule cannot name it alone")
	}
	return all
}

// keyArgument gives the argument that is an idempotency key by its name, "" if there is none.
func keyArgument(schema any) string {
	object, _ := schema.(map[string]any)
	properties, _ := object["properties"].(map[string]any)
	var found []string
	for name := range properties {
		switch strings.NewReplacer("_", "", "-", "", ".", "").Replace(strings.ToLower(name)) {
		case "idempotencykey", "idempotencytoken", "idempotencyid", "idempotentkey",
			"clienttoken", "clientrequesttoken", "clientrequestid", "requestid", "requesttoken",
			"dedupekey", "dedupkey", "deduplicationid", "deduplicationkey", "messagededuplicationid":
			found = append(found, name)
		}
	}
	if found == nil {
		return ""
	}
	return slices.Min(found)
}
