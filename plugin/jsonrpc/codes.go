package jsonrpc

// The error codes that leave this product or are read from servers: each is defined here once.
//
// Sources: JSON-RPC 2.0 section 5.1; MCP 2026-07-28 basic/index (error codes). MCP asks for codes of other purposes to lie
// outside the range that JSON-RPC reserves, -32768 to -32000.
const (
	CodeParse          = -32700
	CodeInvalidRequest = -32600
	CodeMethodNotFound = -32601
	CodeInvalidParams  = -32602
	CodeInternal       = -32603

	// CodeCancelled is what SDK servers answer to a call that was cancelled; its effect may have happened.
	CodeCancelled = -32800

	CodeHeaderMismatch         = -32020
	CodeMissingCapability      = -32021
	CodeUnsupportedVersion     = -32022
	CodeURLElicitationRequired = -32042

	CodeKeyMissing   = -31400
	CodeKeyMalformed = -31400
	CodeNoPrincipal  = -31403
	CodeInProgress   = -31409
	CodeCommitted    = -31410
	CodeInDoubt      = -31411
	CodeTooLarge     = -31413
	CodeMediaType    = -31415
	CodeConflict     = -31422
	CodeTooMany      = -31429
	CodeStore        = -31503
	CodeUnreachable  = -31504
)
