package mcp

import "mcponce/plugin/jsonrpc"

// Fault is why a message is refused before any record is looked at.
type Fault struct {
	Code   int    // one of package jsonrpc's
	Detail string // what was expected, in words that hold nothing of the message
	ID     []byte // raw id token of the request; nil where none can be read
}

func invalid(detail string, id []byte) *Fault { return &Fault{jsonrpc.CodeInvalidRequest, detail, id} }
