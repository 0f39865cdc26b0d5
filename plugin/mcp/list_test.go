package mcp

import (
	"maps"
	"strings"
	"testing"
)

func TestOnlyWhatIsAToolsListBeyondDoubtAsksForAList(t *testing.T) {
	for _, c := range []struct {
		name    string
		headers Headers
		body    string
		want    bool
	}{
		{"plain", sent(), `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, true},
		{"page", sent("mcp-method", "tools/list"), `{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"cursor":"2"}}`, true},
		{"escaped", sent(), `{"jsonrpc":"2.0","id":1,"method":"tools\/list"}`, true},
		{"media type with a charset", typed("application/json; charset=utf-8"), `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, true},

		{"another method", sent(), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"balance"}}`, false},
		{"header with another method", sent("mcp-method", "tools/call"), `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, false},
		{"two headers", sent("mcp-method", "tools/list", "mcp-method", "tools/list"), `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, false},
		{"another media type", typed("text/plain"), `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, false},
		{"notification", sent(), `{"jsonrpc":"2.0","method":"tools/list"}`, false},
		{"id that is none", sent(), `{"jsonrpc":"2.0","id":null,"method":"tools/list"}`, false},
		{"no version", sent(), `{"id":1,"method":"tools/list"}`, false},
		{"two methods", sent(), `{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/list"}`, false},
		{"parameters by position", sent(), `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":["2"]}`, false},
		{"batch", sent(), `[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]`, false},
		{"client's answer", sent(), `{"jsonrpc":"2.0","id":1,"result":{"method":"tools/list"}}`, false},
		{"nothing", sent(), ``, false},
		{"no JSON", sent(), `{"jsonrpc":"2.0","id":1,"method":"tools/list"`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := AsksForList(c.headers, []byte(c.body)); got != c.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

// listOf is an answer to tools/list with these tools.
func listOf(tools string) string {
	return `{"jsonrpc":"2.0","id":1,"result":{"tools":[` + tools + `]}}`
}

// toolWith is a tool named a with further members.
func toolWith(members string) string { return `{"name":"a","inputSchema":{},` + members + `}` }

func TestListSaysWhatItsToolsAre(t *testing.T) {
	annotated := func(annotations string) string { return toolWith(`"annotations":{` + annotations + `}`) }
	schema := func(schema string) string { return `{"name":"a","inputSchema":` + schema + `}` }
	for _, c := range []struct {
		name, tools string
		want        map[string]Hints
	}{
		{"no tools", ``, nil},
		{"no annotations", toolWith(`"title":"A"`), map[string]Hints{"a": 0}},
		{"reads", annotated(`"readOnlyHint":true`), map[string]Hints{"a": ReadOnly}},
		{"idempotent", annotated(`"readOnlyHint":false,"idempotentHint":true,"destructiveHint":true`), map[string]Hints{"a": Idempotent}},
		{"reads and destroys", annotated(`"readOnlyHint":true,"destructiveHint":true,"idempotentHint":true`), map[string]Hints{"a": Idempotent}},
		{"no boolean", annotated(`"readOnlyHint":"true","idempotentHint":1`), map[string]Hints{"a": 0}},
		{"hint twice", annotated(`"readOnlyHint":true,"readOnlyHint":true`), map[string]Hints{"a": 0}},
		{"hint in another case beside it", annotated(`"readOnlyHint":true,"readonlyhint":false`), map[string]Hints{"a": 0}},
		{"annotations that are none", toolWith(`"annotations":[true]`), map[string]Hints{"a": 0}},
		{"escaped", `{"n\u0061me":"\u0061","inputSchema":{},"annotations":{"readOnl\u0079Hint":true}}`, map[string]Hints{"a": ReadOnly}},
		{"two tools", annotated(`"readOnlyHint":true`) + `,{"name":"b","inputSchema":{}}`, map[string]Hints{"a": ReadOnly, "b": 0}},
		{"one name, in agreement", annotated(`"readOnlyHint":true`) + "," + annotated(`"readOnlyHint":true,"idempotentHint":true`), map[string]Hints{"a": ReadOnly}},
		{"one name, in contradiction", annotated(`"readOnlyHint":true`) + "," + annotated(`"idempotentHint":true`), map[string]Hints{"a": 0}},
		{"argument of its own", schema(`{"properties":{"idempotency_key":{}}}`), map[string]Hints{"a": OwnsKey}},
		{"argument of its own, escaped", schema(`{"properties":{"idempotency\u005fkey":true}}`), map[string]Hints{"a": OwnsKey}},
		{"argument that is required only", schema(`{"required":["idempotency_key"]}`), map[string]Hints{"a": OwnsKey}},
		{"argument deeper", schema(`{"properties":{"x":{"properties":{"idempotency_key":{}}}}}`), map[string]Hints{"a": 0}},
		{"argument of one of two", schema(`{}`) + "," + schema(`{"properties":{"idempotency_key":{}}}`), map[string]Hints{"a": OwnsKey}},
		{"no schema", `{"name":"a"}`, map[string]Hints{"a": OwnsKey}},
		{"schema that is a boolean", schema(`true`), map[string]Hints{"a": OwnsKey}},
		{"properties that are none", schema(`{"properties":[]}`), map[string]Hints{"a": OwnsKey}},
		{"required that is no array", schema(`{"required":{}}`), map[string]Hints{"a": OwnsKey}},
		{"properties twice", schema(`{"properties":{},"properties":{}}`), map[string]Hints{"a": OwnsKey}},
		{"property twice", schema(`{"properties":{"x":{},"x":{}}}`), map[string]Hints{"a": OwnsKey}},
		{"name that is no string", `{"name":1,"inputSchema":{}}`, nil},
		{"torn name", `{"name":"\ud800","inputSchema":{}}`, nil},
		{"what is no tool", `1,"a",null,[]`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, err := ReadList([]byte(listOf(c.tools)))
			if err != nil {
				t.Fatal(err)
			}
			if got := list.Hints(); !maps.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestWhatIsNoListSaysNothing(t *testing.T) {
	for _, c := range []struct {
		name, message string
		faulty        bool
	}{
		{"error", `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}`, false},
		{"result and error", `{"id":1,"result":{"tools":[]},"error":{"code":1}}`, false},
		{"request", `{"id":1,"method":"tools/list","result":{"tools":[]}}`, false},
		{"notification", `{"method":"notifications/progress"}`, false},
		{"result without tools", `{"id":1,"result":{}}`, true},
		{"result that is no object", `{"id":1,"result":[]}`, true},
		{"tools that are no array", `{"id":1,"result":{"tools":{}}}`, true},
		{"two results", `{"id":1,"result":{"tools":[]},"result":{"tools":[]}}`, true},
		{"two tools", `{"id":1,"result":{"tools":[],"tools":[]}}`, true},
		{"tools in another case", `{"id":1,"result":{"tools":[],"Tools":[]}}`, true},
		{"tool with two names", listOf(`{"name":"a","name":"b"}`), true},
		{"tool with annotations in another case", listOf(toolWith(`"Annotations":{"readOnlyHint":false},"annotations":{"readOnlyHint":true}`)), true},
		{"batch", `[]`, true},
		{"no JSON", `{"id":1,"result":{"tools":[]}`, true},
		{"two values", listOf("") + listOf(""), true},
		{"no UTF-8", listOf("\"\xff\""), true},
		{"nothing", ``, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if list, err := ReadList([]byte(c.message)); list != nil || (err != nil) != c.faulty {
				t.Errorf("got %v, %v", list, err)
			}
		})
	}
}

func TestDeepListIsReadWithoutRecursion(t *testing.T) {
	const deep = 200_000
	list, err := ReadList([]byte(listOf(toolWith(`"x":` + strings.Repeat("[", deep) + strings.Repeat("]", deep)))))
	if err != nil || len(list.Hints()) != 1 {
		t.Errorf("got %v", err)
	}
}
