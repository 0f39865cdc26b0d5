package reply

import "mcponce/plugin/jsonrpc"

// Kind says why an attempt is refused.
type Kind uint8

const (
	ParseError     Kind = iota // the body is not one JSON text in UTF-8
	InvalidRequest             // the message is ambiguous or breaks the protocol
	InvalidParams              // the parameters are not what MCP defines
	HeaderMismatch             // a header says something else than the body
	Internal                   // this filter failed
	KeyMalformed               // a key is there and cannot be one
	KeyMissing                 // the call needs a key
	NoPrincipal                // it is not known who calls
	InProgress                 // the first attempt still runs
	Committed                  // executed, and its outcome is not held
	InDoubt                    // it may have been executed
	Expired                    // the key is older than records are kept
	Undeclared                 // the outcome is a task, of which the client says nothing
	TooLarge                   // the request is larger than is read
	MediaType                  // the request is no plain JSON
	Conflict                   // the key names other arguments
	Continuation               // no round waits for this one
	TooMany                    // the action used up its attempts
	Store                      // no record can be kept
	Unreachable                // proved not sent
)

// KindOf is the kind of a refusal with this error code, where a code has two the one that is about the request's form.
// A code that is none of a refusal's is a fault in this filter.
func KindOf(code int) Kind {
	for k, is := range kinds {
		if is.code == code {
			return Kind(k)
		}
	}
	return Internal
}

// kind is what a refusal of the kind says.
type kind struct {
	code   int
	name   string // error.data.type
	status int    // HTTP status of error style http
	fixed  bool   // the status holds in every style: the request itself is at fault
	text   string
}

var kinds = [...]kind{
	ParseError: {jsonrpc.CodeParse, "parse_error", 400, true,
		"The request body cannot be read. Nothing was executed."},
	InvalidRequest: {jsonrpc.CodeInvalidRequest, "invalid_request", 400, true,
		"The request can be read in more than one way, or breaks the protocol. Nothing was executed."},
	InvalidParams: {jsonrpc.CodeInvalidParams, "invalid_params", 400, true,
		"The parameters of the call are not what MCP defines. Nothing was executed."},
	HeaderMismatch: {jsonrpc.CodeHeaderMismatch, "header_mismatch", 400, true,
		"A header of the request says something else than its body. Nothing was executed."},
	Internal: {jsonrpc.CodeInternal, "internal_error", 500, true,
		"The gateway failed while it handled this call. It may have been executed. If it had an idempotency key, send it again with the same key: it is not executed twice. If not, find out with a reading tool first."},
	KeyMalformed: {jsonrpc.CodeKeyMalformed, "key_malformed", 422, false,
		"The idempotency key cannot be used. Nothing was executed."},
	KeyMissing: {jsonrpc.CodeKeyMissing, "key_missing", 422, false,
		"This tool changes something, so the call needs an idempotency key. Nothing was executed. Send the call again with a new unique key, such as a UUID, in params._meta[\"mcponce/idempotency-key\"] or in the header Idempotency-Key, and use the same key for every retry of the same call."},
	NoPrincipal: {jsonrpc.CodeNoPrincipal, "no_principal", 403, true,
		"The gateway cannot tell who is calling, so it cannot tell whose key this is. Nothing was executed. The caller has to be identified once, as the gateway's operator has configured."},
	InProgress: {jsonrpc.CodeInProgress, "idempotency_key_in_progress", 409, false,
		"The first call with this key is still running. Nothing was executed again. Wait, then send the same call with the same key to get its result."},
	Committed: {jsonrpc.CodeCommitted, "committed", 409, false,
		"The first call with this key was executed. Nothing was executed again. Its result is no longer held here: look up the effect with a reading tool."},
	InDoubt: {jsonrpc.CodeInDoubt, "in_doubt", 409, false,
		"The call with this key may have been executed, and its result is not known. Nothing was executed again. Find out with a reading tool whether it took effect. Only if it surely did not, send the call with a new key."},
	Expired: {jsonrpc.CodeInDoubt, "expired", 409, false,
		"This key is older than calls are remembered, so the call may have been executed before. Nothing was executed now. If it was sent before, find out with a reading tool whether it took effect. Only if it did not, or if this is the first time it is sent, send it with a new key."},
	Undeclared: {jsonrpc.CodeMissingCapability, "missing_capability", 400, true,
		"The first call with this key was answered with a task. Nothing was executed again. To get the task, send the same call with the same key and declare the extension io.modelcontextprotocol/tasks."},
	TooLarge: {jsonrpc.CodeTooLarge, "too_large", 413, true,
		"The request body is larger than the gateway reads. Nothing was executed."},
	MediaType: {jsonrpc.CodeMediaType, "media_type", 415, true,
		"The gateway reads calls as uncompressed application/json only. Nothing was executed."},
	Conflict: {jsonrpc.CodeConflict, "idempotency_key_conflict", 422, false,
		"This key already names a call with other arguments. Nothing was executed. For a new action use a new key; to repeat the first one send exactly its arguments."},
	Continuation: {jsonrpc.CodeConflict, "idempotency_key_conflict", 422, false,
		"This call continues an earlier round, and no round of this key waits for it: another answer was given already, or requestState is not the one that came with the question. Nothing was executed. Send the call without inputResponses and requestState to see where it stands."},
	TooMany: {jsonrpc.CodeTooMany, "too_many", 429, false,
		"This key was tried too often. Nothing was executed again. Stop retrying, and find out with a reading tool whether the action took effect."},
	Store: {jsonrpc.CodeStore, "store", 503, false,
		"The gateway cannot keep a record of this call now, so it did not run it. Nothing was executed. Send the same call with the same key later."},
	Unreachable: {jsonrpc.CodeUnreachable, "unreachable", 503, false,
		"The server cannot be reached: the call was not sent. Nothing was executed. Send the same call with the same key later."},
}

// keyless are the words of kinds that speak of the key, for calls that have none.
var keyless = map[Kind]string{
	InProgress:  "An identical call is still running. Nothing was executed again. Wait, then send the same call again to get its result.",
	Committed:   "An identical call was executed, and its caller did not get the result. Nothing was executed again. Its result is no longer held here: look up the effect with a reading tool. The next identical call will be executed.",
	InDoubt:     "This call, or an identical one before it, may have been executed, and its result is not known. It is not executed again now. Find out with a reading tool whether it took effect: the next identical call will be executed.",
	Store:       "The gateway cannot keep a record of this call now, so it did not run it. Nothing was executed. Send the same call later.",
	Unreachable: "The server cannot be reached: the call was not sent. Nothing was executed. Send the same call later.",
}
