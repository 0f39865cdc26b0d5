package main

import (
	"strings"
	"time"

	"mcponce/plugin/policy"
)

// clientsRetry is how long a retry may come after the action: SDKs give up after minutes, but an agent that is resumed, or a
// queue that backs off, comes later.
const clientsRetry = time.Hour

// governing are the policies that govern calls: those of reading tools are left out, and the defaults where a rule takes
// every tool.
func governing(policies []policy.Explained) []policy.Explained {
	var all []policy.Explained
	for _, p := range policies {
		if p.Tool.Effect != policy.Read {
			all = append(all, p)
		}
		if takesEveryTool(p) {
			break
		}
	}
	return all
}

// takesEveryTool tells whether no call comes past the policy.
func takesEveryTool(p policy.Explained) bool { return p.Everywhere() && matchesEveryTool(p) }

func matchesEveryTool(p policy.Explained) bool {
	for _, pattern := range p.Match {
		if strings.Trim(pattern, "*") == "" {
			return true
		}
	}
	return false
}

// warnings are what the filter accepts and an operator should know.
func warnings(config *policy.Config, policies []policy.Explained) []string {
	all := append([]string{}, callerWarnings(config)...)
	if config.CalloutCluster == "" {
		all = append(all, "callout: none, so that every call is inline, and one whose client leaves ends in doubt; name the server's cluster")
	}
	if config.HoldHeaders == policy.HoldOptional {
		all = append(all, "hold_headers: optional, so that a gateway which does not hold headers sends governed calls without their key, and may retry them")
	}
	if config.HintsHeader != "" {
		all = append(all, "annotation_header: whoever can send "+config.HintsHeader+" chooses which calls of trusted tools are protected; remove it from clients' requests")
	}
	for _, p := range policies {
		if p.Tool.Effect == policy.Read && matchesEveryTool(p) {
			all = append(all, p.Path+": every tool that no earlier rule matches is said to read, and its calls are not protected")
		}
		if p.Hosts != nil && (p.Tool.Effect == policy.Read || p.Tool.Key == policy.KeyPass) {
			all = append(all, p.Path+": its calls pass unprotected at some hosts, and the host is what the client says; let a virtual host of exactly these names, "+
				"and no other, lead to their server")
		}
	}
	for _, p := range governing(policies) {
		all = append(all, toolWarnings(config, p)...)
	}
	return all
}

// callerWarnings are about who names an action.
func callerWarnings(config *policy.Config) []string {
	var all []string
	switch p := config.Principal; {
	case p.AnonymousShared && p.Header == "" && p.Property == nil && !p.Authorization:
		all = append(all, "anonymous: all callers are one, so that whoever sends a key that another has sent gets the other's outcome")
	case p.AnonymousShared:
		all = append(all, "anonymous: all requests without a principal are one caller's, so that they get each other's outcomes")
	}
	if config.Principal.Authorization {
		all = append(all, "principal: the digest of Authorization, so that a retry with a refreshed token is a new action, and runs again")
	}
	if config.Namespace == "" {
		all = append(all, "namespace: none, so that a retry under another host name, port or spelling of the path is a new action, and runs again")
	}
	return all
}

func toolWarnings(config *policy.Config, p policy.Explained) []string {
	var all []string
	if p.Tool.Retention < clientsRetry {
		all = append(all, p.Path+": retention "+spelledDuration(p.Tool.Retention)+" is shorter than clients retry ("+spelledDuration(clientsRetry)+
			" and more), and a retry after it runs again")
	}
	if p.Tool.Key == policy.KeyPass {
		all = append(all, p.Path+": a call without a key passes unprotected (key: pass)")
	}
	if p.Tool.Key == policy.KeyRecover {
		if config.CalloutCluster == "" || p.Tool.Execution == policy.Inline || p.Tool.ClientLeft == policy.LeftCancel {
			all = append(all, p.Path+": key: recover needs detached calls (callout, and neither execution: inline nor on_client_left: cancel), and without them a call without a key passes unprotected")
		} else {
			all = append(all, p.Path+": key: recover is best effort; a call without a key of a client before MCP 2026-07-28 passes unprotected unless execution is detached")
		}
	}
	if p.Tool.Annotations == policy.Trusted {
		all = append(all, p.Path+": annotations: trust, so that the server's lists say which calls are protected")
	}
	if p.Tool.InDoubt == policy.DoubtRetry {
		all = append(all, p.Path+": in_doubt: retry sends a call again that may have been executed; its server has to honour the idempotency key")
	}
	return all
}
