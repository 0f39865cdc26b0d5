package policy

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"mcponce/plugin/jsonrpc"
)

// Parse reads a configuration, a JSON object. The error joins all that was
// found; each line names the JSON path, what was wanted and what came.
func Parse(text []byte) (*Config, error) {
	var found findings
	root := value{found: &found}
	if strings.TrimSpace(string(text)) != "" {
		if _, err := jsonrpc.Parse(text); err != nil {
			root.fault("want a JSON object, got text that is none" + place(text, err))
			return nil, found.join()
		}
		root.json = gjson.ParseBytes(text)
	}
	var c Config
	object("a JSON object", configFields()).read(root, &c)
	if root.json.IsObject() {
		checkPrincipal(root)
		checkCallout(root)
	}
	if err := found.join(); err != nil {
		return nil, err
	}
	return &c, nil
}

// place says where the text breaks, as editors count.
func place(text []byte, err error) string {
	syntax, ok := err.(*jsonrpc.SyntaxError)
	if !ok {
		return ""
	}
	before := string(text[:syntax.Offset])
	line := 1 + strings.Count(before, "\n")
	column := 1 + len(before) - (strings.LastIndexByte(before, '\n') + 1)
	what := "the grammar of JSON breaks"
	switch syntax.Reason {
	case jsonrpc.Encoding:
		what = "it is not UTF-8 without byte order mark"
	case jsonrpc.Trailing:
		what = "something follows it"
	}
	return ": " + what + " at line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column)
}
