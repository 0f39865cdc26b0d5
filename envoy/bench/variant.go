package main

// variant is one row of the table: a way of serving, and what is sent to it.
type variant struct {
	by      string // name of the gateway
	title   string
	method  string
	tool    string
	replays bool // sends keys again that were executed before; else every key is new, and is executed
}

// Names of the gateways.
const (
	bare    = "none" // Envoy without a filter: what ratios refer to
	mcponce = "mcponce"
	serve   = "serve"
	sidecar = "sidecar"
	extProc = "ext_proc"
)

// gatewayNames are those that people read.
var gatewayNames = map[string]string{
	bare:    "Envoy, no filter",
	mcponce: "Envoy + mcponce",
	serve:   "mcponce serve",
	sidecar: "Envoy + sidecar",
	extProc: "Envoy + ext_proc",
}

// What is sent. The bars name the rows of mcponce by these.
const (
	passThrough   = "pass-through (tools/list)"
	readTool      = "read tool"
	firstInline   = "first, inline"
	firstDetached = "first, detached"
	first         = "first"
	replay        = "replay"
)

const (
	callTool  = "tools/call"
	read      = "get_report"
	inline    = "pay_inline"
	detached  = "pay_detached"
	pluginFor = `{
		"paths": ["/mcp"], "namespace": "payments", "principal": {"header": "x-user"}, "callout": {"cluster": "mcp_upstream"},
		"tools": [
			{"match": ["get_*"], "effect": "read"},
			{"match": ["*_inline"], "execution": "inline"},
			{"match": ["*_detached"], "execution": "detached"}
		]
	}`
)

func variants() []variant {
	all := []variant{{by: bare, title: first, method: callTool, tool: inline}}
	for _, by := range []string{mcponce, serve} {
		all = append(all,
			variant{by: by, title: passThrough, method: "tools/list"},
			variant{by: by, title: readTool, method: callTool, tool: read},
			variant{by: by, title: firstInline, method: callTool, tool: inline},
			variant{by: by, title: firstDetached, method: callTool, tool: detached},
			variant{by: by, title: replay, method: callTool, tool: inline, replays: true})
	}
	for _, by := range []string{sidecar, extProc} {
		all = append(all,
			variant{by: by, title: first, method: callTool, tool: inline},
			variant{by: by, title: replay, method: callTool, tool: inline, replays: true})
	}
	return all
}

// once: calls with one key run once.
func (v variant) once() bool {
	return v.by != bare && (v.tool == inline || v.tool == detached) && !v.replays
}
