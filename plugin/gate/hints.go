package gate

import (
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"

	"mcponce/plugin/mcp"
	"mcponce/plugin/policy"
)

// governance is what the stream's request makes of the policy of a tool that it calls: the rule, and whatever that lets a
// server's word on its own tool relax.
type governance struct {
	tool policy.Tool
	sure bool      // the rule holds however the request is read
	said mcp.Hints // by the server or the gateway before, as far as the rule believes it
}

// governance gives that of a tool for the stream's request.
func (s *stream) governance(rules policy.Rules, name string) governance {
	g := governance{}
	if g.tool, g.sure = rules.Tool(name); !g.sure || g.tool.Effect == policy.Read {
		return g
	}
	config := s.plugin.config
	trusted := g.tool.Annotations == policy.Trusted
	if trusted || g.tool.Advertises() {
		g.said = mcp.Hints(s.plugin.notes.Get(mcp.ToolID(s.headers, name)))
	}
	if g.said&mcp.OwnsKey != 0 {
		g.tool.Advertise = false
	}
	if !trusted {
		g.said = 0
	} else if header, ok := mcp.HeaderHints(s.headers.Values(config.HintsHeader)); ok {
		g.said = header
	}
	return g
}

// governs: calls of the tool are governed.
func (g governance) governs() bool {
	return !g.sure || g.tool.Effect != policy.Read && g.said&mcp.ReadOnly == 0
}

// whenUnkeyed is what becomes of a call without a key. A call that may be repeated need not have one; one that may be
// recovered passes anyway.
func (g governance) whenUnkeyed() policy.KeyRule {
	if g.said&mcp.Idempotent != 0 && g.tool.Key != policy.KeyRecover {
		return policy.KeyPass
	}
	return g.tool.Key
}

// takeOutKey takes the argument that lists show for the key out of the request's body. It must run in a callback of the
// request's.
func (a *attempt) takeOutKey(call *mcp.Call) error {
	if !a.tool.Advertises() {
		return nil
	}
	body, ok := call.WithoutAdvertisedKey()
	if !ok {
		return nil
	}
	return proxywasm.ReplaceHttpRequestBody(body)
}
