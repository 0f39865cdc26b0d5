package mcp

import (
	"testing"

	"mcponce/plugin/jsonrpc"
	"mcponce/plugin/policy"
)

// contract is what is known of a server; statuses and codes that are not in it are judged as ever.
var contract = policy.Outcomes{
	{Status: 404, Ending: policy.EndRelease},
	{Status: 400, Ending: policy.EndInDoubt},
	{Status: 503, Ending: policy.EndRelease},
	{Code: -32050, Ending: policy.EndRelease},
	{Code: -32700, Ending: policy.EndDone},
	{Code: -32603, Ending: policy.EndInDoubt},
	{Code: 0, Ending: policy.EndRelease},
	{Code: jsonrpc.CodeCancelled, Ending: policy.EndRelease}, // the configuration refuses it; it is without effect all the same
}

func TestConfiguredOutcomesOverrideWhatIsBuiltIn(t *testing.T) {
	failure := func(code int64) Answer { return Answer{Kind: ErrorAnswer, Code: code} }
	result := Answer{Kind: ResultAnswer}
	for _, c := range []struct {
		name   string
		status int
		answer Answer
		sends  int
		want   Proof
	}{
		{"status that proves nothing otherwise", 404, Answer{}, 1, NotExecuted},
		{"status of another contract", 410, Answer{}, 1, StatusOnly},
		{"status that releases otherwise", 400, Answer{}, 1, StatusOnly},
		{"code that is an outcome otherwise", 200, failure(-32050), 1, NotExecuted},
		{"code under a status without a rule", 500, failure(-32050), 1, NotExecuted},
		{"code that releases otherwise", 200, failure(-32700), 1, Executed},
		{"code of which nobody knows", 200, failure(-32603), 1, CodeOnly},
		{"code nought", 200, failure(0), 1, NotExecuted},
		{"code of another contract", 200, failure(-32602), 1, Executed},
		{"code before a built-in status", 429, failure(-32603), 1, CodeOnly},
		{"code before a built-in status that proves nothing", 302, failure(-32050), 1, NotExecuted},

		{"a status before a code, to release", 404, failure(-32603), 1, NotExecuted},
		{"a status before a code, to doubt", 400, failure(-32050), 1, StatusOnly},
		{"a status before a code that is an outcome", 503, failure(-32700), 1, NotExecuted},
		{"a status with a code that has no rule", 503, failure(-1), 1, NotExecuted},

		{"sent twice", 404, Answer{}, 2, Repeated},
		{"sent twice, by code", 200, failure(-32050), 3, Repeated},
		{"the gateway does not say how often", 404, Answer{}, 0, NotExecuted},
		{"sent twice, in doubt all the same", 400, Answer{}, 2, StatusOnly},

		{"a result", 404, result, 1, Executed},
		{"a result with isError", 503, Answer{Kind: ResultAnswer, IsError: true}, 1, Executed},
		{"a result that asks", 404, Answer{Kind: ResultAnswer, InputRequired: true, Requests: true}, 1, Executed},
		{"load shedding", 400, Answer{Kind: ResultAnswer, InputRequired: true}, 1, NotExecuted},
		{"what may be a result", 404, Answer{Kind: Unread}, 1, StatusOnly},
		{"what may be a result, under a plain status", 503, Answer{Kind: Unread}, 1, Executed},
		{"cancelled", 404, failure(jsonrpc.CodeCancelled), 1, Cancelled},
		{"cancelled under success", 200, failure(jsonrpc.CodeCancelled), 1, Cancelled},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Judge(c.status, c.answer, false, c.sends, contract); got != c.want {
				t.Errorf("got proof %d, want %d", got, c.want)
			}
		})
	}
}

func TestConfiguredStatusSaysNothingOfABodyThatWasCut(t *testing.T) {
	if got := Judge(404, Answer{}, true, 1, contract); got != StatusOnly {
		t.Errorf("got proof %d, want %d: what was cut may have been a result", got, StatusOnly)
	}
	if got := Judge(404, Answer{Kind: ErrorAnswer, Code: -1}, true, 1, contract); got != NotExecuted {
		t.Errorf("got proof %d, want %d: the error came before the cut", got, NotExecuted)
	}
}
