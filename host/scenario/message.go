package scenario

import (
	"cmp"
	"fmt"
	"strings"
)

// message is a tools/call as an SDK sends it.
type message struct {
	id      string   // token
	tool    string   //
	args    string   // JSON
	key     string   // empty: none
	keyIn   []string // "header", "_meta.NAME", "params.NAME", as the plugin's configuration names them
	meta    string   // further members of _meta, JSON without the outer braces
	params  string   // further members of params, likewise
	version string   // of MCP
	can     string   // the client's capabilities, a JSON object; none if empty
}

const stateless = "2026-07-28" // the first version that names the method and the tool in headers

func (m message) body() string {
	meta, params := members(m.meta), members(m.params)
	if m.version >= stateless {
		meta = append(meta, member("io.modelcontextprotocol/protocolVersion", quote(m.version)),
			`"io.modelcontextprotocol/clientInfo":{"name":"scenario","version":"1"}`,
			member("io.modelcontextprotocol/clientCapabilities", cmp.Or(m.can, "{}")))
	}
	for _, place := range m.keyIn {
		if name, found := strings.CutPrefix(place, "_meta."); found {
			meta = append(meta, member(name, quote(m.key)))
		}
		if name, found := strings.CutPrefix(place, "params."); found {
			params = append(params, member(name, quote(m.key)))
		}
	}
	params = append(params, member("_meta", "{"+strings.Join(meta, ",")+"}"))
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":%s,"arguments":%s,%s}}`,
		m.id, quote(m.tool), m.args, strings.Join(params, ","))
}

// headers are the lines that MCP and the key ask for.
func (m message) headers() []string {
	lines := []string{"mcp-protocol-version: " + m.version}
	if m.version >= stateless {
		lines = append(lines, "mcp-method: tools/call", "mcp-name: "+m.tool)
	}
	for _, place := range m.keyIn {
		if place == "header" {
			lines = append(lines, "idempotency-key: "+m.key)
		}
	}
	return lines
}

func member(name, value string) string { return quote(name) + ":" + value }

func quote(s string) string { return `"` + s + `"` }

// members is the list of members in the text of an object.
func members(object string) []string {
	inner := strings.TrimSuffix(strings.TrimPrefix(object, "{"), "}")
	if inner == "" {
		return nil
	}
	return []string{inner}
}
