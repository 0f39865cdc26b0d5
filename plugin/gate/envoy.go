package gate

import (
	"strings"

	"mcponce/plugin/action"
)

// What Envoy's response code details and callout answers mean. Seen on Envoy 1.36.4 and 1.40.0; the names are those of
// envoy/stream_info/stream_info.h and source/common/router/router.cc.

// viaUpstream: the answer came from a server.
const viaUpstream = "via_upstream"

// notSent: the gateway's own answer proves that no server got the request. With more than one attempt the details tell
// about the last one only.
func notSent(details string, attempts int) bool {
	if attempts > 1 {
		return false
	}
	switch details {
	case "no_healthy_upstream", "route_not_found", "cluster_not_found", "direct_response", "request_payload_too_large":
		return true
	}
	reset, ok := strings.CutPrefix(details, "upstream_reset_before_response_started{")
	return ok && (reset == "overflow}" || reset == "connection_timeout}" ||
		strings.HasPrefix(reset, "remote_connection_failure") || strings.HasPrefix(reset, "local_connection_failure"))
}

// endReason says in the record's words why a stream ended without an answer.
func endReason(details string) action.Reason {
	switch {
	case strings.HasPrefix(details, "downstream_remote_disconnect"), strings.HasPrefix(details, "http2.remote_reset"):
		return action.ClientLeft
	case strings.HasSuffix(details, "timeout"):
		return action.GatewayTimeout
	case strings.HasPrefix(details, "upstream_reset_before_response_started"):
		return action.UpstreamReset
	case strings.HasPrefix(details, "upstream_reset_after_response_started"), details == viaUpstream:
		return action.AnswerCut
	default:
		return action.GatewayEnded
	}
}

// calloutNotSent: the gateway's own 503 to a callout proves that no server got the request. Its text is all that a callout
// is told; a server's own 503 has serviceTimeHeader and never comes here. After a retry the text is another one ("retried
// and the latest reset reason"), and proves nothing about the first try.
func calloutNotSent(status int, body string) bool {
	if status != 503 {
		return false
	}
	reset, ok := strings.CutPrefix(body, "upstream connect error or disconnect/reset before headers. reset reason: ")
	return body == "no healthy upstream" ||
		ok && (strings.HasPrefix(reset, "overflow") || strings.HasPrefix(reset, "connection timeout") ||
			strings.HasPrefix(reset, "remote connection failure") || strings.HasPrefix(reset, "local connection failure"))
}

// calloutReason says why a callout that the gateway answered itself has no outcome.
func calloutReason(status int) action.Reason {
	switch status {
	case 504:
		return action.GatewayTimeout
	case 503:
		return action.UpstreamReset
	default:
		return action.GatewayEnded
	}
}
