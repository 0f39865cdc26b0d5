package envoy

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// The configurations that users copy.
var (
	//go:embed envoy.yaml
	direct string
	//go:embed loopback.yaml
	loopback string
)

const (
	defaultToolTimeout = 5 * time.Minute  // of the plugin's configuration
	idleMargin         = 30 * time.Second // of the calls' idle timeout above their route timeout, as in envoy.yaml
)

// render puts o into envoy.yaml or loopback.yaml: Envoy chooses the ports, the rest comes from o. What users copy is what
// runs, so each value to replace must be in the file exactly once.
func render(o Options) (string, error) {
	host, port, err := net.SplitHostPort(o.Upstream)
	if err != nil {
		return "", fmt.Errorf("Options.Upstream: want an address such as 127.0.0.1:9001, got %q: %w", o.Upstream, err)
	}
	timeout, err := longestToolTimeout(o.Plugin)
	if err != nil {
		return "", err
	}
	template := direct
	if o.loopback {
		template = loopback
	}
	text, err := replacePlugin(template, o.Plugin)
	if err != nil {
		return "", err
	}
	held := "allow_on_headers_stop_iteration: true\n"
	holds := held
	if o.unheld {
		holds = "allow_on_headers_stop_iteration: false\n"
	}
	runtime := "runtime: envoy.wasm.runtime.v8\n"
	for _, r := range []struct{ old, new string }{
		{held, holds},
		{runtime, runtime + vmConfiguration(o.vm)},
		{"port_value: 10000", "port_value: 0"},
		{"port_value: 9901", "port_value: 0"},
		{"{address: 127.0.0.1, port_value: 9001}", fmt.Sprintf("{address: %q, port_value: %s}", host, port)},
		{"{filename: build/plugin.wasm}", fmt.Sprintf("{filename: %q}", o.Wasm)},
		{"timeout: 300s", "timeout: " + seconds(timeout)},
		{"idle_timeout: 330s", "idle_timeout: " + seconds(timeout+idleMargin)},
	} {
		if n := strings.Count(text, r.old); n != 1 {
			return "", fmt.Errorf("envoy.yaml: want %q exactly once, found it %d times", r.old, n)
		}
		text = strings.Replace(text, r.old, r.new, 1)
	}
	return text, nil
}

// replacePlugin replaces the block of lines below "value: |" by the configuration as a quoted string (a JSON string is one
// in YAML too).
func replacePlugin(text, plugin string) (string, error) {
	const mark = "value: |\n"
	before, after, found := strings.Cut(text, mark)
	if !found {
		return "", fmt.Errorf("envoy.yaml: want %q, where the plugin's configuration begins", strings.TrimSpace(mark))
	}
	indent := after[:len(after)-len(strings.TrimLeft(after, " "))]
	for strings.HasPrefix(after, indent) {
		_, after, _ = strings.Cut(after, "\n")
	}
	quoted, err := json.Marshal(plugin)
	if err != nil {
		return "", err
	}
	return before + "value: " + string(quoted) + "\n" + after, nil
}

// vmConfiguration is the line below "runtime", or nothing.
func vmConfiguration(text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf(`                  configuration: {"@type": type.googleapis.com/google.protobuf.StringValue, value: %q}`+"\n", text)
}

// longestToolTimeout is what the route's timeout has to be: shorter, and the route would end calls that may still run.
func longestToolTimeout(plugin string) (time.Duration, error) {
	longest := defaultToolTimeout
	if set := gjson.Get(plugin, "defaults.tool_timeout"); set.Exists() {
		longest = 0
	}
	for _, set := range append(gjson.Get(plugin, "tools.#.tool_timeout").Array(), gjson.Get(plugin, "defaults.tool_timeout")) {
		if !set.Exists() {
			continue
		}
		d, err := time.ParseDuration(set.String())
		if err != nil {
			return 0, fmt.Errorf("tool_timeout: want a duration such as \"5m\", got %s", set.Raw)
		}
		longest = max(longest, d)
	}
	return longest, nil
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3fs", d.Seconds()) }
