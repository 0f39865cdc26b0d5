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
	c, found := read(text)
	if err := found.join(); err != nil {
		return nil, err
	}
	return c, nil
}

// read gives all that was found, in the order of its discovery.
func read(text []byte) (*Config, findings) {
	var found findings
	root := value{found: &found}
	if strings.TrimSpace(string(text)) != "" {
		if _, err := jsonrpc.Parse(text); err != nil {
			root.fault("want a JSON object, got text that is none" + place(text, err))
			return nil, found
		}
		root.json = gjson.ParseBytes(text)
	}
	var c Config
	object("a JSON object", configFields()).read(root, &c)
	if root.json.IsObject() {
		checkPrincipal(root)
		checkCallout(root)
		checkSkew(root, &c)
		checkAdmin(root, &c)
	}
	return &c, found
}

// place says where the text breaks, as editors count.
func place(text []byte, err error) string {
	syntax, ok := err.(*jsonrpc.SyntaxError)
	if !ok {
		return ""
	}
	line, column := lineAndColumn(text, syntax.Offset)
	what := "the grammar of JSON breaks"
	switch syntax.Reason {
	case jsonrpc.Encoding:
		what = "it is not UTF-8 without byte order mark"
	case jsonrpc.Trailing:
		what = "something follows it"
	}
	return ": " + what + " at line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column)
}

// lineAndColumn count from 1; a column is a byte.
func lineAndColumn(text []byte, offset int) (line, column int) {
	before := string(text[:offset])
	return 1 + strings.Count(before, "\n"), len(before) - strings.LastIndexByte(before, '\n')
}
