package classify

import (
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func yes() *bool { b := true; return &b }

// takes is the schema of a tool with one argument, as a client of the SDK sees it.
func takes(argument string) any {
	return map[string]any{"type": "object", "properties": map[string]any{argument: map[string]any{"type": "string"}}}
}

func TestVerdictFollowsTheServersWordUnlessSomethingSpeaksAgainstIt(t *testing.T) {
	type hints = mcp.ToolAnnotations
	readOnly := &hints{ReadOnlyHint: true}
	const (
		reads    = "reads"
		named    = "named" // governed, and the name alone suggests reading
		governed = "governed"
	)
	for name, c := range map[string]struct {
		tool   mcp.Tool
		want   string
		reason string
	}{
		"read only":                   {mcp.Tool{Name: "balance", Annotations: readOnly}, reads, "the server says readOnlyHint true"},
		"read only with a key":        {mcp.Tool{Name: "balance", Annotations: readOnly, InputSchema: takes("idempotency_key")}, governed, `takes an idempotency key of its own, "idempotency_key"; although the server says readOnlyHint true`},
		"read only, and deletes":      {mcp.Tool{Name: "delete_user", Annotations: readOnly}, governed, "the name says delete; although the server says readOnlyHint true"},
		"read only, and destructive":  {mcp.Tool{Name: "balance", Annotations: &hints{ReadOnlyHint: true, DestructiveHint: yes()}}, governed, "contradicts"},
		"read only, named as pattern": {mcp.Tool{Name: "get_*", Annotations: readOnly}, governed, "a rule cannot name it alone"},
		"read only, without a name":   {mcp.Tool{Annotations: readOnly}, governed, "a rule cannot name it alone"},
		"name alone":                  {mcp.Tool{Name: "get_rates"}, named, "no annotations; the name says get"},
		"name alone, with a key":      {mcp.Tool{Name: "get_rates", InputSchema: takes("clientToken")}, governed, `takes an idempotency key of its own, "clientToken"`},
		"name against the server":     {mcp.Tool{Name: "get_rates", Annotations: &hints{DestructiveHint: yes()}}, governed, "the server says destructiveHint true"},
		"name and a title":            {mcp.Tool{Name: "get_rates", Annotations: &hints{Title: "Rates"}}, governed, "annotated, and not readOnlyHint true"},
		"repeatable":                  {mcp.Tool{Name: "ensure", Annotations: &hints{IdempotentHint: true}}, governed, "the server says idempotentHint true"},
		"writes":                      {mcp.Tool{Name: "pay"}, governed, "the name says pay"},
		"says nothing":                {mcp.Tool{Name: "balance"}, governed, "nothing says that it only reads"},
		"schema of another shape":     {mcp.Tool{Name: "balance", InputSchema: []any{1}, Annotations: readOnly}, reads, "readOnlyHint"},
	} {
		t.Run(name, func(t *testing.T) {
			v := judge(&c.tool)
			got := map[[2]bool]string{{true, false}: reads, {false, true}: named, {false, false}: governed}[[2]bool{v.Reads, v.Named}]
			if reason := strings.Join(v.Reasons, "; "); got != c.want || !strings.Contains(reason, c.reason) {
				t.Errorf("got %q because %q; want %q because %q", got, reason, c.want, c.reason)
			}
		})
	}
}

func TestNameThatIsListedTwiceReadsOnlyIfBothDo(t *testing.T) {
	read := &mcp.Tool{Name: "balance", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}
	write := &mcp.Tool{Name: "balance"}
	for name, c := range map[string]struct {
		tools []*mcp.Tool
		reads bool
	}{
		"both":   {[]*mcp.Tool{read, read}, true},
		"first":  {[]*mcp.Tool{read, write}, false},
		"second": {[]*mcp.Tool{write, read}, false},
	} {
		if got := All(c.tools); len(got) != 1 || got[0].Reads != c.reads {
			t.Errorf("%s: got %+v; want one verdict, reads: %v", name, got, c.reads)
		}
	}
}
