package reply

import (
	"strconv"
	"time"

	"mcponce/plugin/jsonrpc"
	"mcponce/plugin/policy"
)

// Refusal is an answer that stands in for an execution: why the attempt was not run (or not run again), in a form that a
// program can read and words that a model can act on.
type Refusal struct {
	ID   []byte // raw id token; nil where none can be read
	Code int
	// Detail is more on what was expected, for refusals of malformed requests. It must not hold anything of a payload.
	Detail string

	// What is known about the action; zero values are left out.
	Reason     string
	FirstSeen  int64 // ms since the Unix epoch
	Expires    int64 // ms since the Unix epoch
	Attempts   int
	RetryAfter time.Duration
	Outcome    string // class of an outcome whose body is not held
	Digest     string // first half of the SHA-256 of its result or error, in hex; "" where that was not read
	Size       int    // of its result or error in bytes, or of the whole message where that was not read
}

// kind is what a code means.
type kind struct {
	name   string // error.data.type
	status int    // HTTP status of error style http
	fixed  bool   // the status holds in every style: the request itself is at fault
	text   string
}

var kinds = map[int]kind{
	jsonrpc.CodeParse: {"parse_error", 400, true,
		"The request body cannot be read. Nothing was executed."},
	jsonrpc.CodeInvalidRequest: {"invalid_request", 400, true,
		"The request can be read in more than one way, or breaks the protocol. Nothing was executed."},
	jsonrpc.CodeInvalidParams: {"invalid_params", 400, true,
		"The parameters of the call are not what MCP defines. Nothing was executed."},
	jsonrpc.CodeHeaderMismatch: {"header_mismatch", 400, true,
		"A header of the request says something else than its body. Nothing was executed."},
	jsonrpc.CodeInternal: {"internal_error", 500, true,
		"The gateway failed while it handled this call. It may have been executed. If it had an idempotency key, send it again with the same key: it is not executed twice. If not, find out with a reading tool first."},
	jsonrpc.CodeKeyMissing: {"key_missing", 422, false,
		"This tool changes something, so the call needs an idempotency key. Nothing was executed. Send the call again with a new unique key, such as a UUID, in params._meta[\"mcponce/idempotency-key\"] or in the header Idempotency-Key, and use the same key for every retry of the same call."},
	jsonrpc.CodeNoPrincipal: {"no_principal", 403, true,
		"The gateway cannot tell who is calling, so it cannot tell whose key this is. Nothing was executed. The caller has to be identified once, as the gateway's operator has configured."},
	jsonrpc.CodeInProgress: {"idempotency_key_in_progress", 409, false,
		"The first call with this key is still running. Nothing was executed again. Wait, then send the same call with the same key to get its result."},
	jsonrpc.CodeCommitted: {"committed", 409, false,
		"The first call with this key was executed. Nothing was executed again. Its result is no longer held here: look up the effect with a reading tool."},
	jsonrpc.CodeInDoubt: {"in_doubt", 409, false,
		"The call with this key may have been executed, and its result is not known. Nothing was executed again. The result may still become known: the same call with the same key will tell. Find out with a reading tool whether it took effect. Only if it surely did not, send the call with a new key."},
	jsonrpc.CodeTooLarge: {"too_large", 413, true,
		"The request body is larger than the gateway reads. Nothing was executed."},
	jsonrpc.CodeMediaType: {"media_type", 415, true,
		"The gateway reads calls as uncompressed application/json only. Nothing was executed."},
	jsonrpc.CodeConflict: {"idempotency_key_conflict", 422, false,
		"This key already names a call with other arguments. Nothing was executed. For a new action use a new key; to repeat the first one send exactly its arguments."},
	jsonrpc.CodeTooMany: {"too_many", 429, false,
		"This key was tried too often. Nothing was executed again. Stop retrying, and find out with a reading tool whether the action took effect."},
	jsonrpc.CodeStore: {"store", 503, false,
		"The gateway cannot keep a record of this call now, so it did not run it. Nothing was executed. Send the same call with the same key later."},
	jsonrpc.CodeUnreachable: {"unreachable", 503, false,
		"The server cannot be reached: the call was not sent. Nothing was executed. Send the same call with the same key later."},
}

// malformedKey stands beside key_missing: same code, another fault.
var malformedKey = kind{"key_malformed", 422, false,
	"The idempotency key cannot be used. Nothing was executed."}

// continuation stands beside conflict: no round waits for this one.
var continuation = kind{kinds[jsonrpc.CodeConflict].name, kinds[jsonrpc.CodeConflict].status, false,
	"This call continues an earlier round, and this gateway runs the first round of a call only. Nothing was executed."}

// ReasonContinuation is the reason of a conflict that is about the round, not about the arguments.
const ReasonContinuation = "continuation"

// Refuse returns the refusal as an answer in the configured style.
func Refuse(style policy.ErrorStyle, r Refusal) Answer {
	k := kinds[r.Code]
	if r.Code == jsonrpc.CodeKeyMalformed && r.Detail != "" {
		k = malformedKey
	}
	if r.Code == jsonrpc.CodeConflict && r.Reason == ReasonContinuation {
		k = continuation
	}
	a := Answer{Name: k.name, Status: 200, Details: "mcponce_" + k.name, Headers: [][2]string{jsonContent}}
	if k.fixed || style == policy.StyleHTTP {
		a.Status = k.status
	}
	if r.RetryAfter > 0 {
		seconds := (r.RetryAfter + time.Second - 1) / time.Second // the header has no fractions; earlier would be too early
		a.Headers = append(a.Headers, [2]string{"retry-after", strconv.FormatInt(int64(seconds), 10)})
	}
	if style == policy.StyleTool && !k.fixed {
		a.Body = response(r.ID, "result", r.toolError(k))
	} else {
		a.Body = response(r.ID, "error", r.rpcError(k))
	}
	return a
}

func (r Refusal) rpcError(k kind) []byte {
	var o object
	o.number("code", int64(r.Code))
	o.text("message", r.message(k))
	o.raw("data", r.data(k))
	return o.end()
}

// toolError puts the refusal where a model sees it even if its SDK hides protocol errors.
func (r Refusal) toolError(k kind) []byte {
	var text, meta, o object
	text.text("type", "text")
	text.text("text", r.message(k))
	meta.raw("mcponce/error", r.data(k))
	o.raw("content", append(append([]byte("["), text.end()...), ']'))
	o.raw("isError", []byte("true"))
	o.text("resultType", "complete")
	o.raw("_meta", meta.end())
	return o.end()
}

func (r Refusal) message(k kind) string {
	if r.Detail == "" {
		return k.text
	}
	return k.text + " Reason: " + r.Detail + "."
}

func (r Refusal) data(k kind) []byte {
	var o object
	o.text("type", k.name)
	o.number("status", int64(k.status))
	if r.Reason != "" {
		o.text("reason", r.Reason)
	}
	if r.FirstSeen != 0 {
		o.text("firstSeen", timestamp(r.FirstSeen))
	}
	if r.Expires != 0 {
		o.text("expires", timestamp(r.Expires))
	}
	if r.Attempts != 0 {
		o.number("attempts", int64(r.Attempts))
	}
	if r.RetryAfter > 0 {
		o.number("retryAfterMs", r.RetryAfter.Milliseconds())
	}
	if r.Outcome != "" {
		o.text("outcome", r.Outcome)
		if r.Digest != "" {
			o.text("digest", r.Digest)
		}
		o.number("size", int64(r.Size))
	}
	return o.end()
}
