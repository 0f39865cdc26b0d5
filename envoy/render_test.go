package envoy

import (
	"strings"
	"testing"
	"time"

	"mcponce/plugin/policy"
)

func TestTemplatesTakeEveryValue(t *testing.T) {
	for _, loopback := range []bool{false, true} {
		text, err := render(Options{
			Wasm: "/x/plugin.wasm", Plugin: `{"defaults": {"tool_timeout": "2s"}}`, Upstream: "127.0.0.1:4242", loopback: loopback,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			"{address: 127.0.0.1, port_value: 0}",
			`{address: "127.0.0.1", port_value: 4242}`,
			`{filename: "/x/plugin.wasm"}`,
			" timeout: 2.000s\n",
			"idle_timeout: 32.000s\n",
			`value: "{\"defaults\": {\"tool_timeout\": \"2s\"}}"`,
		} {
			if !strings.Contains(text, want) {
				t.Errorf("want %s in the rendered configuration, got\n%s", want, text)
			}
		}
		if strings.Contains(text, `"paths"`) {
			t.Error("want the template's own plugin configuration gone")
		}
	}
}

func TestTemplatesHoldAValidPluginConfiguration(t *testing.T) {
	for _, template := range []string{direct, loopback} {
		_, rest, _ := strings.Cut(template, "value: |\n")
		var block strings.Builder
		for line := range strings.Lines(rest) {
			if !strings.HasPrefix(line, strings.Repeat(" ", 20)) {
				break
			}
			block.WriteString(line)
		}
		if _, err := policy.Parse([]byte(block.String())); err != nil {
			t.Errorf("%v in\n%s", err, block.String())
		}
	}
}

func TestRouteWaitsForTheSlowestTool(t *testing.T) {
	for _, test := range []struct {
		name, plugin string
		want         time.Duration
	}{
		{"nothing said", `{"tools": [{"match": ["*"]}]}`, 5 * time.Minute},
		{"default said", `{"defaults": {"tool_timeout": "2s"}}`, 2 * time.Second},
		{"a slower tool", `{"defaults": {"tool_timeout": "2s"}, "tools": [{}, {"tool_timeout": "1h"}]}`, time.Hour},
		{"only a faster tool", `{"tools": [{"tool_timeout": "2s"}]}`, 5 * time.Minute},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := longestToolTimeout(test.plugin)
			if err != nil || got != test.want {
				t.Errorf("want %v, got %v (%v)", test.want, got, err)
			}
		})
	}
}
