package mcp

import (
	"bytes"
	"strings"

	"mcponce/plugin/jsonrpc"
)

// argumentDepth bounds the nesting of a governed call; the outermost value is 1.
const argumentDepth = 128

// Reader reads bodies one after the other, in the same memory: garbage is what costs most in wasm. Its zero value is ready.
type Reader struct {
	doc  jsonrpc.Doc
	form []byte // room for what is digested
}

// keptBody bounds the bodies whose memory is used again, in bytes. The tape and the forms of a body are up to 20 times as large.
const keptBody = 256 << 10

// Read reads the body of a POST. It returns a Call for a tools/call of a tool that governed says is to be governed, a
// Fault for a body that must not reach the server, and neither for everything else, which passes as it is. The Call is good
// until the next Read, but for its exported fields.
//
// The servers behind are lenient: of duplicate members they take the last, they ignore what follows the first value, they
// replace invalid UTF-8. Whatever two readers could read differently is refused here, since it would be a way around.
// The envelope is demanded of every POST that is JSON, because without it nobody knows which tool is called; the rest
// only of governed calls.
func (r *Reader) Read(h Headers, body []byte, governed func(tool string) bool) (*Call, *Fault) {
	if jsonrpc.Blank(body) {
		return nil, nil
	}
	if Compressed(h) {
		return nil, &Fault{Code: jsonrpc.CodeMediaType, Detail: "a request body without Content-Encoding is expected"}
	}
	if len(r.doc.Body) > keptBody {
		*r = Reader{}
	}
	doc, err := &r.doc, r.doc.Parse(body)
	if err != nil {
		if fault := unreadable(h, body, err); fault != nil {
			return nil, fault
		}
	}
	if foreign(h) {
		fault := &Fault{Code: jsonrpc.CodeMediaType, Detail: "a request body in UTF-8 is expected, and no other charset in its content-type"}
		if err == nil && doc.Tokens[0].Kind == jsonrpc.Object {
			fault.ID = onlyID(doc, 0)
		}
		return nil, fault
	}
	if err != nil {
		return nil, nil
	}
	switch doc.Tokens[0].Kind {
	case jsonrpc.Object:
		call, fault := message(h, doc, governed)
		if call != nil {
			call.reader = r
		}
		return call, fault
	case jsonrpc.Array:
		return nil, batch(doc, governed)
	default:
		return nil, nil
	}
}

// foreign: the content-type names a charset in which bytes of ASCII may mean something else, as in UTF-7 or Shift_JIS. Some
// servers decode by it, although JSON has no charset (RFC 8259 section 11), and would read another message.
func foreign(h Headers) bool {
	for _, value := range h.Values("content-type") {
		for parameter := range strings.SplitSeq(value, ";") {
			name, charset, _ := strings.Cut(parameter, "=")
			charset = strings.ToLower(strings.Trim(charset, " \t\"'"))
			if strings.EqualFold(strings.TrimSpace(name), "charset") && !extendsASCII(charset) {
				return true
			}
		}
	}
	return false
}

// extendsASCII: bytes below 0x80 are ASCII in this charset wherever they stand.
func extendsASCII(charset string) bool {
	switch charset {
	case "utf-8", "utf8", "us-ascii", "ascii", "latin1":
		return true
	}
	return strings.HasPrefix(charset, "iso-8859-") || strings.HasPrefix(charset, "windows-125")
}

// unreadable refuses what is not one JSON value. Under another media type than JSON's it is none of our business, unless it
// looks like a message: a lenient reader could take it for one.
func unreadable(h Headers, body []byte, err error) *Fault {
	start := bytes.TrimLeft(body, byteOrderMarks+" \t\r\n")
	if mediaType(h.Get("content-type")) != typeJSON && (len(start) == 0 || start[0] != '{' && start[0] != '[') {
		return nil
	}
	return &Fault{Code: jsonrpc.CodeParse, Detail: err.Error()}
}

// byteOrderMarks are the bytes that precede the first character in some encoding of Unicode.
const byteOrderMarks = "\xef\xbb\xbf\xff\xfe\x00"

// envelope is what a message is, before its parameters' contents.
type envelope struct {
	doc    *jsonrpc.Doc
	id     []byte // raw token; nil for a notification
	method int    // token, -1 for a response
	params int    // token, -1 when absent
	object int    // token of the message
}

// paramsMembers are the members of params whose spelling must be beyond doubt.
var paramsMembers = []string{"name", "arguments", "_meta", "idempotencyKey", "inputResponses", "requestState", "task"}

// readEnvelope reads the message that is object i. A message without method, as a client's response is, is not looked at
// further.
func readEnvelope(doc *jsonrpc.Doc, i int) (envelope, *Fault) {
	e := envelope{doc: doc, object: i, method: -1, params: -1}
	if err := doc.Ambiguous(i, "jsonrpc", "id", "method", "params"); err != nil {
		return e, invalid(err.Error(), onlyID(doc, i))
	}
	method, ok := doc.Member(i, "method")
	if !ok {
		return e, nil
	}
	if id, ok := doc.Member(i, "id"); ok {
		if !doc.ValidID(id) {
			return e, invalid("an id that is a string or an integer is expected", nil)
		}
		e.id = bytes.Clone(doc.Raw(id))
	}
	if doc.Tokens[method].Kind != jsonrpc.String || doc.Torn(method) {
		return e, invalid("a method that is a string of whole characters is expected", e.id)
	}
	e.method = method
	if params, ok := doc.Member(i, "params"); ok {
		e.params = params
		if doc.Tokens[params].Kind == jsonrpc.Object {
			if err := doc.Ambiguous(params, paramsMembers...); err != nil {
				return e, invalid(err.Error(), e.id)
			}
		}
	}
	return e, nil
}

// onlyID returns the id of a message that is refused because another member of it is ambiguous; nil when the id itself is.
func onlyID(doc *jsonrpc.Doc, i int) []byte {
	var id []byte
	for name, value := range doc.Members(i) {
		switch {
		case !strings.EqualFold(doc.Text(name), "id"):
		case id != nil, !doc.TextIs(name, "id"), !doc.ValidID(value):
			return nil
		default:
			id = bytes.Clone(doc.Raw(value))
		}
	}
	return id
}

// isCall: the message is a tools/call. Methods are compared as decoded strings: "tools\/call" is the same method.
func (e envelope) isCall() bool { return e.method >= 0 && e.doc.TextIs(e.method, "tools/call") }

// tool returns the name of the tool that is called.
func (e envelope) tool() (string, *Fault) {
	if e.params < 0 || e.doc.Tokens[e.params].Kind != jsonrpc.Object {
		return "", invalid("params that are an object are expected of tools/call", e.id)
	}
	name, ok := e.doc.Member(e.params, "name")
	if !ok || e.doc.Tokens[name].Kind != jsonrpc.String {
		return "", &Fault{jsonrpc.CodeInvalidParams, "a tool name that is a string is expected", e.id}
	}
	if e.doc.Torn(name) {
		return "", invalid("a tool name of whole characters is expected", e.id)
	}
	return e.doc.Text(name), nil
}

func message(h Headers, doc *jsonrpc.Doc, governed func(string) bool) (*Call, *Fault) {
	e, fault := readEnvelope(doc, 0)
	if fault != nil || !e.isCall() {
		return nil, fault
	}
	if version, ok := doc.Member(e.object, "jsonrpc"); !ok || !isText(doc, version, "2.0") {
		return nil, invalid(`jsonrpc "2.0" is expected`, e.id)
	}
	tool, fault := e.tool()
	if fault != nil || !governed(tool) {
		return nil, fault
	}
	return readCall(h, e, tool)
}

// batch refuses an array of messages that holds a governed call: its answer could not be told apart. Batches were part of
// MCP 2025-03-26 only.
func batch(doc *jsonrpc.Doc, governed func(string) bool) *Fault {
	for i := range doc.Elements(0) {
		if doc.Tokens[i].Kind != jsonrpc.Object {
			continue
		}
		e, fault := readEnvelope(doc, i)
		if fault != nil {
			return invalid(fault.Detail, nil)
		}
		if !e.isCall() {
			continue
		}
		if tool, fault := e.tool(); fault != nil || governed(tool) {
			return invalid("a call of a tool with side effects is expected alone, not in a batch", nil)
		}
	}
	return nil
}
