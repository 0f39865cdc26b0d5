package gate

import (
	"strconv"
	"strings"
	"time"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"

	"mcponce/plugin/mcp"
	"mcponce/plugin/policy"
	"mcponce/plugin/reply"
)

// calloutMargin is how long after its timeout a callout is given up. A host ends callouts at their timeout; Envoy loses
// those of a configuration that is replaced, comes back and is replaced again while they are open.
const calloutMargin = 10 * time.Second

const (
	// maxRetriesHeader set to 0 switches a route's retry policy off (Envoy router filter): a retry below this filter
	// would run the action again.
	maxRetriesHeader = "x-envoy-max-retries"
	// A request without encodings accepts any (RFC 9110 section 12.5.3).
	encodings, noEncoding = "accept-encoding", "identity"
	// serviceTimeHeader is on every answer that came from a server, and on none that the gateway made itself.
	serviceTimeHeader = "x-envoy-upstream-service-time"
	// attemptsHeader is how often a listener sent a request, where include_attempt_count_in_response is set for it.
	attemptsHeader = "x-envoy-attempt-count"
	envoyPrefix    = "x-envoy-"
)

// dispatch runs the round that the attempt has claimed.
func (a *attempt) dispatch() types.Action {
	if a.plugin.config.RunsDetached(a.tool, a.modern, a.stream.headersHeld()) {
		return a.dispatchDetached()
	}
	return a.forward()
}

// forward lets the request go on through the gateway's router, without retries below and, where it has a claim, with the
// key for the server. No content encoding is accepted then, since a compressed answer could not be read.
func (a *attempt) forward() types.Action {
	if !a.stream.headersHeld() {
		return types.ActionContinue // hold_headers: optional
	}
	err := proxywasm.ReplaceHttpRequestHeader(maxRetriesHeader, "0")
	if err == nil && a.owns {
		err = proxywasm.ReplaceHttpRequestHeader(mcp.KeyHeader, mcp.SpellKey(a.key))
	}
	if err != nil {
		return a.undone("request headers that can be changed are expected of the gateway")
	}
	if a.owns {
		_ = proxywasm.ReplaceHttpRequestHeader(encodings, noEncoding) // what it does not keep from compressing ends in doubt
	}
	return types.ActionContinue
}

// dispatchDetached sends the request as a callout of the plugin, so that it goes on when the client leaves, and pauses the
// stream until its answer is there.
func (a *attempt) dispatchDetached() types.Action {
	body, err := proxywasm.GetHttpRequestBody(0, a.bodySize)
	if err != nil {
		return a.undone("a request body that can be read is expected of the gateway")
	}
	headers := append(calloutHeaders(a.stream.headers), [2]string{maxRetriesHeader, "0"}, [2]string{encodings, noEncoding})
	if a.key != "" {
		headers = append(headers, [2]string{mcp.KeyHeader, mcp.SpellKey(a.key)})
	}
	call, err := a.vm.host.DispatchHTTPCall(a.plugin.config.CalloutCluster, headers, body, a.tool.ToolTimeout)
	if err != nil { // the host refused at once: nothing was sent
		proxywasm.LogError("the gateway sends nothing to callout.cluster " + strconv.Quote(a.plugin.config.CalloutCluster) +
			" (is there a cluster of this name, with a healthy host?): " + err.Error())
		return a.refuse(a.unreachable())
	}
	a.detached, a.overdue = true, a.vm.host.Monotonic()+a.tool.ToolTimeout+calloutMargin
	a.plugin.open++
	a.vm.callouts[call] = a
	return types.ActionPause
}

// undone gives the round back because the host does not do what dispatching needs.
func (a *attempt) undone(detail string) types.Action {
	if a.owns {
		a.release()
	}
	return a.refuse(reply.Refusal{Kind: reply.Store, Detail: detail})
}

// calloutHeaders are the request's headers without those of its connection, and without the instructions to the gateway
// that the client or the gateway itself put there.
func calloutHeaders(headers mcp.Headers) [][2]string {
	var out [][2]string
	for _, h := range headers {
		switch h[0] {
		case "content-length", "expect", encodings, mcp.KeyHeader:
			continue
		}
		if !policy.HopByHop(h[0]) && !strings.HasPrefix(h[0], envoyPrefix) {
			out = append(out, h)
		}
	}
	return out
}
