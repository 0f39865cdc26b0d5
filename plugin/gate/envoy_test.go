package gate

import (
	"testing"

	"mcponce/plugin/action"
)

// The details are those that Envoy 1.36.4 and 1.40.0 gave for each way in which an exchange ended.

func TestOnlyProvedDetailsMeanNotSent(t *testing.T) {
	const before = "upstream_reset_before_response_started"
	for _, c := range []struct {
		name, details string
		want          bool // with one attempt or none; with more it is never proved
	}{
		{"no healthy upstream", "no_healthy_upstream", true},
		{"no route", "route_not_found", true},
		{"no cluster", "cluster_not_found", true},
		{"direct response", "direct_response", true},
		{"request too large for the gateway", "request_payload_too_large", true},
		{"circuit breaker", before + "{overflow}", true},
		{"connect timeout", before + "{connection_timeout}", true},
		{"connection refused", before + "{remote_connection_failure|delayed_connect_error:_Connection_refused}", true},
		{"connection refused, no more said", before + "{remote_connection_failure}", true},
		{"connection failed here", before + "{local_connection_failure}", true},
		{"connection failed here, and why", before + "{local_connection_failure|no_ports}", true},

		{"answer of the server", "via_upstream", false},
		{"reset after dispatch", before + "{connection_termination}", false},
		{"remote reset", before + "{remote_reset}", false},
		{"local reset", before + "{local_reset}", false},
		{"protocol error", before + "{protocol_error}", false},
		{"overflow among others", before + "{overflow|connection_termination}", false},
		{"no reason", before, false},
		{"reset in the answer", "upstream_reset_after_response_started{protocol_error}", false},
		{"overflow in the answer", "upstream_reset_after_response_started{overflow}", false},
		{"connection failure in the answer", "upstream_reset_after_response_started{remote_connection_failure}", false},
		{"route timeout", "response_timeout", false},
		{"per-try timeout", "upstream_per_try_timeout", false},
		{"stream duration", "max_duration_timeout", false},
		{"idle stream", "stream_idle_timeout", false},
		{"answer too large for the gateway", "response_payload_too_large", false},
		{"client left", "downstream_remote_disconnect", false},
		{"listener removed", "downstream_local_disconnect(filter_chain_is_being_removed)", false},
		{"other reply of the gateway", "ext_authz_denied", false},
		{"words that hold a proof", "not_no_healthy_upstream", false},
		{"nothing", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for attempts, want := range []bool{c.want, c.want, false, false} {
				if got := notSent(c.details, attempts); got != want {
					t.Errorf("%s after %d attempts: got %v", c.details, attempts, got)
				}
			}
		})
	}
}

func TestDetailsSayWhyThereIsNoOutcome(t *testing.T) {
	for _, c := range []struct {
		name, details string
		want          action.Reason
	}{
		{"client left", "downstream_remote_disconnect", action.ClientLeft},
		{"client reset its stream", "http2.remote_reset", action.ClientLeft},
		{"route timeout", "response_timeout", action.GatewayTimeout},
		{"per-try timeout", "upstream_per_try_timeout", action.GatewayTimeout},
		{"stream duration", "max_duration_timeout", action.GatewayTimeout},
		{"idle stream", "stream_idle_timeout", action.GatewayTimeout},
		{"reset before the answer", "upstream_reset_before_response_started{connection_termination}", action.UpstreamReset},
		{"refused, after another attempt", "upstream_reset_before_response_started{remote_connection_failure}", action.UpstreamReset},
		{"connect timeout, after another attempt", "upstream_reset_before_response_started{connection_timeout}", action.UpstreamReset},
		{"reset in the answer", "upstream_reset_after_response_started{protocol_error}", action.AnswerCut},
		{"answer that ended too early", "via_upstream", action.AnswerCut},
		{"listener removed", "downstream_local_disconnect(filter_chain_is_being_removed)", action.GatewayEnded},
		{"shutdown", "downstream_local_disconnect(purging_socket_that_have_not_progressed_to_connections)", action.GatewayEnded},
		{"answer too large for the gateway", "response_payload_too_large", action.GatewayEnded},
		{"nothing", "", action.GatewayEnded},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := endReason(c.details); got != c.want {
				t.Errorf("%s: got %v, want %v", c.details, got, c.want)
			}
		})
	}
}

func TestOnlyProvedTextsOfACalloutMeanNotSent(t *testing.T) {
	const reset = "upstream connect error or disconnect/reset before headers. "
	for _, c := range []struct {
		name   string
		status int
		body   string
		want   bool
	}{
		{"no healthy upstream", 503, "no healthy upstream", true},
		{"connection refused, Envoy 1.36", 503, reset + "reset reason: remote connection failure, transport failure reason: delayed connect error: Connection refused", true},
		{"connection refused, Envoy 1.40", 503, reset + "reset reason: remote connection failure", true},
		{"connection failed here", 503, reset + "reset reason: local connection failure", true},
		{"connect timeout", 503, reset + "reset reason: connection timeout", true},
		{"circuit breaker", 503, reset + "reset reason: overflow", true},

		{"reset after dispatch", 503, reset + "reset reason: connection termination", false},
		{"remote reset", 503, reset + "reset reason: remote reset", false},
		{"protocol error", 503, reset + "reset reason: protocol error", false},
		{"failure named only in the transport's words", 503, reset + "reset reason: connection termination, transport failure reason: reset reason: overflow", false},
		{"no reason", 503, reset, false},
		{"nothing", 503, "", false},
		{"longer text", 503, "no healthy upstream here", false},
		{"text of something else", 503, "sorry, reset reason: overflow", false},
		{"other status", 502, "no healthy upstream", false},
		{"timeout", 504, "upstream request timeout", false},
		{"connection refused, after a retry", 503, "upstream connect error or disconnect/reset before headers. retried and the latest reset reason: remote connection failure", false},
		{"success", 200, "no healthy upstream", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := calloutNotSent(c.status, c.body); got != c.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestStatusOfACalloutSaysWhyThereIsNoOutcome(t *testing.T) {
	for status, want := range map[int]action.Reason{
		504: action.GatewayTimeout, 503: action.UpstreamReset, 502: action.GatewayEnded, 500: action.GatewayEnded, 0: action.GatewayEnded,
	} {
		if got := calloutReason(status); got != want {
			t.Errorf("%d: got %v, want %v", status, got, want)
		}
	}
}
