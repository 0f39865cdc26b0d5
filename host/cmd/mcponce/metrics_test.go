package main

import (
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"mcponce/host"
)

func TestMetricsHaveTheNamesThatEnvoyGivesThem(t *testing.T) {
	admin := adminHandler(t.Context(), func() map[string]host.Metric {
		return map[string]host.Metric{
			"mcponce.attempts.outcome.replayed": {Kind: host.Counter, Value: 3},
			"mcponce.attempts.outcome.executed": {Kind: host.Counter, Value: 4},
			"mcponce.vm.12.attempts":            {Kind: host.Counter, Value: 5},
			"mcponce.doubts.reason.client_left": {Kind: host.Counter, Value: 6},
			"mcponce.store.records":             {Kind: host.Gauge, Value: 7},
			"another.filter-s.wait":             {Kind: host.Histogram, Value: 2, Sum: 30},
		}
	})
	answer := httptest.NewRecorder()
	admin.ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	for _, line := range []string{
		"# TYPE mcponce_attempts counter",
		`mcponce_attempts{outcome="replayed"} 3`,
		`mcponce_attempts{outcome="executed"} 4`,
		`mcponce_vm_attempts{vm="12"} 5`,
		"mcponce_doubts_reason_client_left 6",
		"# TYPE mcponce_store_records gauge",
		"mcponce_store_records 7",
		"# TYPE another_filter_s_wait summary",
		"another_filter_s_wait_sum 30",
		"another_filter_s_wait_count 2",
		"# TYPE go_goroutines gauge",
	} {
		if !strings.Contains(answer.Body.String(), line+"\n") {
			t.Errorf("/metrics has no line %q:\n%s", line, answer.Body)
		}
	}
}

func TestStatsTagsAreThoseOfTheEnvoyConfiguration(t *testing.T) {
	envoy, err := os.ReadFile("../../../envoy/envoy.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(envoy), "tag_name:"); got != len(statsTags) {
		t.Errorf("envoy.yaml has %d stats tags; want %d", got, len(statsTags))
	}
	for _, tag := range statsTags {
		want := "{tag_name: " + tag.label + `, regex: '^wasmcustom\.` + strings.TrimPrefix(tag.pattern, "^") + "'}"
		if !strings.Contains(string(envoy), want) {
			t.Errorf("envoy.yaml has no %s", want)
		}
	}
}
