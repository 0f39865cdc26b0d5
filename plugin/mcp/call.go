package mcp

import (
	"encoding/base64"
	"strings"

	"mcponce/plugin/jsonrpc"
)

// Call is a governed tools/call that was read strictly.
type Call struct {
	ID      []byte // raw id token, as sent
	Tool    string
	Version string // MCP protocol version; "" when the request does not say
	// Asked is the digest of the inputResponses and the requestState of a call that answers an earlier round, State that of its
	// requestState alone. Both are zero where there is nothing to digest.
	Asked, State [32]byte

	reader *Reader
	doc    *jsonrpc.Doc
	params int
	meta   int // -1 when absent or no object
}

// stateless is the first version without resumable streams and sessions.
const stateless = "2026-07-28"

// Modern: the call is of MCP 2026-07-28 or later. Versions are dates, so they compare as strings; what is no date is not
// known to be modern.
func (c *Call) Modern() bool { return c.Version >= stateless && c.Version[0] <= '9' }

// Tasks: the client says with this call that it can handle a result that stands for a task.
func (c *Call) Tasks() bool {
	value := c.meta
	for _, name := range []string{"io.modelcontextprotocol/clientCapabilities", "extensions", "io.modelcontextprotocol/tasks"} {
		if value < 0 || c.doc.Tokens[value].Kind != jsonrpc.Object {
			return false
		}
		var ok bool
		if value, ok = c.doc.Member(value, name); !ok {
			return false
		}
	}
	return c.doc.Tokens[value].Kind == jsonrpc.Object
}

const metaVersion = "io.modelcontextprotocol/protocolVersion"

func readCall(h Headers, e envelope, tool string) (*Call, *Fault) {
	doc := e.doc
	if e.id == nil {
		return nil, invalid("an id is expected: a tools/call cannot be a notification", nil)
	}
	if !IsJSON(h) {
		return nil, &Fault{jsonrpc.CodeMediaType, "content-type application/json is expected", e.id}
	}
	if err := doc.Fault(jsonrpc.Limits{Depth: argumentDepth}); err != nil {
		return nil, invalid(err.Error(), e.id)
	}
	c := &Call{ID: e.id, Tool: tool, doc: doc, params: e.params, meta: -1}
	if meta, ok := doc.Member(e.params, "_meta"); ok && doc.Tokens[meta].Kind != jsonrpc.Null {
		if doc.Tokens[meta].Kind != jsonrpc.Object {
			return nil, &Fault{jsonrpc.CodeInvalidParams, "a _meta that is an object is expected", e.id}
		}
		c.meta = meta
	}
	if fault := c.checkHeaders(h); fault != nil {
		return nil, fault
	}
	if fault := c.checkParams(); fault != nil {
		return nil, fault
	}
	return c, nil
}

func (c *Call) checkParams() *Fault {
	if arguments, ok := c.param("arguments"); ok && c.doc.Tokens[arguments].Kind != jsonrpc.Object {
		return &Fault{jsonrpc.CodeInvalidParams, "arguments that are an object are expected", c.ID}
	}
	state, stateful := c.param("requestState")
	if stateful && c.doc.Tokens[state].Kind != jsonrpc.String {
		return &Fault{jsonrpc.CodeInvalidParams, "a requestState that is a string is expected", c.ID}
	}
	if stateful {
		c.State = stateDigest(c.doc.Text(state))
	}
	if responses, answers := c.param("inputResponses"); answers {
		c.Asked = digestOf("continuation", string(c.doc.AppendCanonical(nil, responses)), string(c.State[:]))
	} else if stateful {
		c.Asked = digestOf("continuation", "", string(c.State[:])) // no canonical form is empty
	}
	return nil
}

// stateDigest is the digest of a requestState. It is never zero.
func stateDigest(state string) [32]byte { return digestOf("requestState", state) }

// checkHeaders demands that the headers that mirror the body agree with it (MCP 2026-07-28 streamable-http, server
// validation), and learns the version.
func (c *Call) checkHeaders(h Headers) *Fault {
	mismatch := func(what string) *Fault {
		return &Fault{jsonrpc.CodeHeaderMismatch, "one " + what + " that agrees with the body is expected", c.ID}
	}
	methods, names, versions := h.Values("mcp-method"), h.Values("mcp-name"), h.Values("mcp-protocol-version")
	switch {
	case len(methods) > 1, len(methods) == 1 && methods[0] != "tools/call":
		return mismatch("Mcp-Method")
	case len(names) > 1, len(names) == 1 && decodeName(names[0]) != c.Tool:
		return mismatch("Mcp-Name")
	case len(versions) > 1:
		return mismatch("MCP-Protocol-Version")
	case len(versions) == 1:
		c.Version = versions[0]
	}
	if c.meta < 0 {
		return nil
	}
	if version, ok := c.doc.Member(c.meta, metaVersion); ok {
		if len(versions) == 1 && !isText(c.doc, version, c.Version) {
			return mismatch("MCP-Protocol-Version")
		}
		if c.doc.Tokens[version].Kind == jsonrpc.String {
			c.Version = c.doc.Text(version)
		}
	}
	return nil
}

// decodeName undoes the sentinel in which names that are no plain ASCII travel: =?base64?...?=
func decodeName(value string) string {
	encoded, ok := strings.CutPrefix(value, "=?base64?")
	if !ok {
		return value
	}
	encoded, ok = strings.CutSuffix(encoded, "?=")
	if !ok {
		return value
	}
	decoded, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return value
	}
	return string(decoded)
}

func (c *Call) param(name string) (int, bool) { return c.doc.Member(c.params, name) }

func isText(doc *jsonrpc.Doc, i int, want string) bool {
	return doc.Tokens[i].Kind == jsonrpc.String && doc.TextIs(i, want)
}
