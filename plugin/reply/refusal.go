package reply

import (
	"strconv"
	"time"

	"mcponce/plugin/policy"
)

// Refusal is an answer that stands in for an execution: why the attempt was not run (or not run again), in a form that a
// program can read and words that a model can act on.
type Refusal struct {
	ID   []byte // raw id token; nil where none can be read
	Kind Kind
	// Detail is more on what was expected, for refusals of malformed requests. It must not hold anything of a payload.
	Detail string

	// What is known about the action; zero values are left out.
	Action     string // what the gateway's log calls it
	Reason     string
	FirstSeen  int64 // ms since the Unix epoch
	Expires    int64 // ms since the Unix epoch
	Attempts   int
	RetryAfter time.Duration
	// Keyless: the call has no key.
	Keyless bool
	// SafeIfFirst: a caller who has never sent this call before may send it with a new key.
	SafeIfFirst bool
	// MayBecomeKnown: an outcome in doubt has an owner that may still settle it.
	MayBecomeKnown bool
	Outcome        string // class of an outcome whose body is not held
	Digest         string // first half of the BLAKE2b-256 of its result or error, in hex; "" where that was not read
	Size           int    // of its result or error in bytes, or of the whole message where that was not read; 0 where nothing came
}

// Refuse returns the refusal as an answer in the configured style.
func Refuse(style policy.ErrorStyle, r Refusal) Answer {
	k := kinds[r.Kind]
	a := Answer{Name: k.name, Status: 200, Details: DetailsPrefix + k.name, Headers: [][2]string{jsonContent}}
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
	o.number("code", int64(k.code))
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
	text := k.text
	if other, ok := keyless[r.Kind]; ok && r.Keyless {
		text = other
	}
	if r.MayBecomeKnown {
		text += " Its result may still become known: the same call with the same key will tell."
	}
	if r.Detail != "" {
		text += " Reason: " + r.Detail + "."
	}
	return text
}

func (r Refusal) data(k kind) []byte {
	var o object
	o.text("type", k.name)
	o.number("status", int64(k.status))
	if r.Action != "" {
		o.text("action", r.Action)
	}
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
	if r.SafeIfFirst {
		o.raw("safeIfFirstAttempt", []byte("true"))
	}
	if r.Kind == Undeclared {
		o.raw("requiredCapabilities", []byte(`{"extensions":{"io.modelcontextprotocol/tasks":{}}}`))
	}
	if r.Outcome != "" {
		o.text("outcome", r.Outcome)
		if r.Digest != "" {
			o.text("digest", r.Digest)
		}
		if r.Size != 0 {
			o.number("size", int64(r.Size))
		}
	}
	return o.end()
}
