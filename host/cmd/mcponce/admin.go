package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"mcponce/host"
)

// adminHandler serves /healthz, which fails once ctx has ended, and /metrics.
func adminHandler(ctx context.Context, gateway *host.Gateway) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		if ctx.Err() != nil {
			http.Error(w, "draining", http.StatusServiceUnavailable)
			return
		}
		io.WriteString(w, "ok\n")
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("content-type", "text/plain; version=0.0.4")
		writeMetrics(w, gateway.Metrics())
	})
	return mux
}

// labels are those of envoy/envoy.yaml: a part of the filter's name becomes a label.
var labels = []struct {
	label string
	part  *regexp.Regexp
}{
	{"outcome", regexp.MustCompile(`^mcponce\.attempts(\.outcome\.(\w+))$`)},
	{"vm", regexp.MustCompile(`^mcponce\.vm(\.(\d+))\.attempts$`)},
}

// writeMetrics writes the text format of Prometheus, under the names that Envoy gives.
func writeMetrics(w io.Writer, metrics map[string]host.Metric) {
	last := ""
	for _, name := range slices.Sorted(maps.Keys(metrics)) {
		metric := metrics[name]
		family, label := named(name)
		if family != last {
			fmt.Fprintf(w, "# TYPE %s %s\n", family, kinds[metric.Kind])
			last = family
		}
		if metric.Kind == host.Histogram {
			fmt.Fprintf(w, "%s_count%s %d\n%s_sum%s %d\n", family, label, metric.Value, family, label, metric.Sum)
			continue
		}
		fmt.Fprintf(w, "%s%s %d\n", family, label, metric.Value)
	}
}

// kinds: the host keeps no buckets, so that a histogram is a summary without quantiles.
var kinds = map[host.MetricKind]string{host.Counter: "counter", host.Gauge: "gauge", host.Histogram: "summary"}

func named(name string) (family, label string) {
	for _, l := range labels {
		if at := l.part.FindStringSubmatchIndex(name); at != nil {
			label = fmt.Sprintf("{%s=%q}", l.label, name[at[4]:at[5]])
			name = name[:at[2]] + name[at[3]:]
			break
		}
	}
	return strings.NewReplacer(".", "_", "-", "_").Replace(name), label
}
