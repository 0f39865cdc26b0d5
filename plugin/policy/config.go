package policy

import (
	"strconv"
	"strings"
	"time"
)

// Config is one accepted configuration. It does not change after Parse.
type Config struct {
	Namespace      string // "" means the request's authority and path
	Principal      Principal
	Admin          Admin
	CalloutCluster string      // "" means that there is no target for detached calls
	DetailsHeader  string      // lower-case name of the header in which that target says how it came to its answer; "" is none
	Keys           []KeySource // tried and compared in this order
	HintsHeader    string      // lower-case name of the header with a gateway's hints on the called tool; "" for none
	MaxRequest     int         // bytes of a request body
	ErrorStyle     ErrorStyle
	HoldHeaders    HoldHeaders
	Tick           time.Duration // period of heartbeats
	Skew           time.Duration // by which the clocks of clients may be off
	Store          Store

	paths  paths
	replay []string // lower-case header names beyond the built-in ones
	tools  toolRules
}

// Principal says where the principal of a request comes from. At most one of
// Header, Property and Authorization is set; with none, AnonymousShared is.
type Principal struct {
	Header          string   // lower-case name of the header that holds it
	Property        []string // path of the gateway's property that holds it
	Authorization   bool     // it is the digest of the Authorization header
	AnonymousShared bool     // requests without a principal share one
}

// Store is the geometry of the local store and the epoch of its records.
type Store struct {
	Epoch   string // 1 to 64 visible ASCII characters; records of another epoch are not seen
	Records int    // at most so many live records
	Bytes   int64  // budget of all stored bodies
}

// Tool is the policy of one tool.
type Tool struct {
	Effect      Effect
	Key         KeyRule
	Execution   Execution
	ClientLeft  ClientLeft
	ToolTimeout time.Duration // shorter than Retention
	Retention   time.Duration // from the last change of a record
	Wait        time.Duration // for the end of an earlier attempt
	RetryAfter  time.Duration // told to a caller who has to come again
	MaxAttempts int           // refused submissions and released tries of one action
	MaxResult   int           // bytes of an outcome that is kept
	InDoubt     InDoubtRule
	Outcomes    Outcomes
	Ignore      []Pointer // members of the arguments that are outside the fingerprint
	ArgumentKey Pointer   // where in the arguments a key may stand; "" for nowhere
	Annotations Annotations
	Advertise   bool // lists of tools show an argument for the key

	// RecoverWindow is how long after its end the outcome of a call without a key can be adopted, RecoverGrace how long an
	// identical call waits for its client to be found gone.
	RecoverWindow, RecoverGrace time.Duration
}

// Effect says whether a tool changes anything.
type Effect uint8

// A tool has side effects unless a rule says that it only reads.
const (
	Write Effect = iota
	Read
)

// KeyRule says what happens to a governed call without a key.
type KeyRule uint8

// Without a key a call is refused, or passes unprotected, or looks for the outcome of an identical call that was not
// delivered. KeyTimed is KeyRequired, and the key has to tell when it was made.
const (
	KeyRequired KeyRule = iota
	KeyTimed
	KeyPass
	KeyRecover
)

// InDoubtRule says what happens to a retry of a call whose outcome cannot be known.
type InDoubtRule uint8

// It is refused, or sent again to a server that honours the key itself.
const (
	DoubtRefuse InDoubtRule = iota
	DoubtRetry
)

// Annotations says what a server's word on its own tool is worth.
type Annotations uint8

// It is worth nothing, or it may relax what the rule says of the tool.
const (
	Ignored Annotations = iota
	Trusted
)

// Execution says who dispatches a governed call.
type Execution uint8

// Auto is Detached where a callout cluster is configured and the protocol
// version allows it, else Inline.
const (
	Auto Execution = iota
	Inline
	Detached
)

// ClientLeft says what becomes of a call when its client leaves.
type ClientLeft uint8

// The call goes on, as far as it is detached, or is given up with its client.
const (
	LeftContinue ClientLeft = iota
	LeftCancel
)

// HoldHeaders says what to do where the gateway does not hold request headers.
type HoldHeaders uint8

// Without held headers governed calls are refused, or run with fewer guards.
const (
	HoldRequired HoldHeaders = iota
	HoldOptional
)

// ErrorStyle is the form of a refusal.
type ErrorStyle uint8

// A refusal is a JSON-RPC error under HTTP 200, the same under its own HTTP
// status, or a tool result with isError.
const (
	StyleRPC ErrorStyle = iota
	StyleHTTP
	StyleTool
)

// Governs tells whether POSTs to the path are looked at. The path is the
// request's :path, with or without query.
func (c *Config) Governs(path string) bool {
	return c.paths.match(path)
}

// ReadsLists tells whether answers to tools/list are read, for a tool with annotations: trust or advertise. advertises: they
// are also changed.
func (c *Config) ReadsLists() (reads, advertises bool) {
	reads = c.tools.defaults.ReadsLists()
	advertises = c.tools.defaults.Advertises()
	for _, r := range c.tools.rules {
		reads, advertises = reads || r.tool.ReadsLists(), advertises || r.tool.Advertises()
	}
	return reads, advertises
}

// ReadsLists tells whether there is a use for what lists say of the tool.
func (t *Tool) ReadsLists() bool {
	return t.Effect != Read && (t.Annotations == Trusted || t.Advertises())
}

// Longest are the longest tool_timeout and the longest wait of any tool.
func (c *Config) Longest() (toolTimeout, wait time.Duration) {
	toolTimeout, wait = c.tools.defaults.ToolTimeout, c.tools.defaults.Wait
	for _, r := range c.tools.rules {
		toolTimeout, wait = max(toolTimeout, r.tool.ToolTimeout), max(wait, r.tool.Wait)
	}
	return toolTimeout, wait
}

// KeptHeaders are those of a response's headers, names in lower case, that a
// replay repeats.
func (c *Config) KeptHeaders(headers [][2]string) [][2]string {
	var kept [][2]string
	for _, h := range headers {
		if keepsHeader(h[0], c.replay) {
			kept = append(kept, h)
		}
	}
	return kept
}

// RunsDetached tells whether a call of the tool is sent by mcponce itself.
// modern: it is of MCP 2026-07-28 or later, whose streams carry no requests to
// the client. headersHeld: its request has not begun to go on through the
// route; where it has, the server would get it twice. A call that is to be given
// up with its client does not: no host can cancel what a filter has sent itself.
func (c *Config) RunsDetached(t Tool, modern, headersHeld bool) bool {
	switch {
	case c.CalloutCluster == "" || !headersHeld || t.ClientLeft == LeftCancel:
		return false
	case t.Execution == Auto:
		return modern
	default:
		return t.Execution == Detached
	}
}

// Identity is the canonical text of what names an action in every store: the
// namespace and the source of the principal. Whether requests without a
// principal are let in renames no action, so it is part only where it is the
// only source.
func (c *Config) Identity() string {
	var b strings.Builder
	b.WriteString("namespace ")
	if c.Namespace == "" {
		b.WriteString("request")
	} else {
		b.WriteString(strconv.Quote(c.Namespace))
	}
	switch p := c.Principal; {
	case p.Header != "":
		b.WriteString("; principal header " + p.Header)
	case p.Property != nil:
		b.WriteString("; principal property")
		for _, element := range p.Property {
			b.WriteString(" " + strconv.Quote(element))
		}
	case p.Authorization:
		b.WriteString("; principal authorization")
	default:
		b.WriteString("; principal anonymous")
	}
	return b.String()
}
