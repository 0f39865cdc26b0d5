package load

import (
	"bytes"
	"fmt"
	"strconv"
)

// Version of MCP that the calls speak.
const Version = "2026-07-28"

// Call is a request that is sent again and again, each time with an id and a key of its own.
type Call struct {
	method, tool string
	payload      Payload
	before       []byte // the id
	after        []byte
}

// NewCall is a request of a method. It names the tool if the method is tools/call.
func NewCall(method, tool string, p Payload) Call {
	params := fmt.Sprintf(`"_meta":{"io.modelcontextprotocol/protocolVersion":%q,`+
		`"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`, Version)
	if tool != "" {
		params = fmt.Sprintf(`"name":%q,%s`, tool, params)
	}
	return Call{method: method, tool: tool, payload: p,
		before: []byte(`{"jsonrpc":"2.0","id":`),
		after:  fmt.Appendf(nil, `,"method":%q,"params":{%s,"arguments":%s}}`, method, params, p.Arguments()),
	}
}

// appendRequest appends the whole HTTP request.
func (c Call) appendRequest(b []byte, id int64, key string) []byte {
	token := strconv.FormatInt(id, 10)
	b = append(b, "POST /mcp HTTP/1.1\r\nhost: bench\r\nuser-agent: bench\r\naccept: application/json, text/event-stream\r\n"+
		"content-type: application/json\r\nx-user: alice\r\nmcp-protocol-version: "+Version+"\r\nmcp-method: "...)
	b = append(b, c.method...)
	if c.tool != "" {
		b = append(append(b, "\r\nmcp-name: "...), c.tool...)
	}
	b = append(append(b, "\r\nidempotency-key: "...), key...)
	b = append(b, "\r\ncontent-length: "...)
	b = strconv.AppendInt(b, int64(len(c.before)+len(token)+len(c.after)), 10)
	b = append(append(b, "\r\n\r\n"...), c.before...)
	return append(append(b, token...), c.after...)
}

// Answer is what a call got. Body lasts until the connection's next call.
type Answer struct {
	Status   int
	Replayed bool // says the header Idempotent-Replayed
	Body     []byte
}

// Check says what is wrong with the answer to the call with this id and key: it must bear the receipt of the key.
func (a Answer) Check(id int64, key string) error {
	head := a.Body[:min(len(a.Body), 64)]
	switch {
	case a.Status != 200:
		return fmt.Errorf("want status 200, got %d: %.300s", a.Status, a.Body)
	case !bytes.Contains(head, fmt.Appendf(nil, `"id":%d,`, id)):
		return fmt.Errorf("want id %d, got %.300s", id, a.Body)
	case !bytes.Contains(a.Body, []byte(Receipt(key))):
		return fmt.Errorf("want %s, got %.300s", Receipt(key), a.Body)
	}
	return nil
}

// Receipt stands in the outcome of a key alone.
func Receipt(key string) string { return "receipt-" + key + "." }
