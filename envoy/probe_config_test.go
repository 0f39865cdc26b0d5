package envoy

import (
	"fmt"
	"strings"

	"mcponce/host/probe"
)

// The configuration that probes run in: one listener for each set of options, each with VMs of its own.

// probeFrame holds the clusters. The listeners come after its first line (see listenersApart).
const probeFrame = `static_resources:
  listeners:
%s
  clusters:
  - {name: %[2]s, type: STATIC, connect_timeout: 1s, load_assignment: &endpoint {cluster_name: mcp, endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: %[3]s, port_value: %[4]s}}}}]}]}}
  - name: http2
    type: STATIC
    connect_timeout: 1s
    load_assignment: *endpoint
    typed_extension_protocol_options:
      envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
        "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
        explicit_http_config: {http2_protocol_options: {}}
admin: {address: {socket_address: {address: 127.0.0.1, port_value: 0}}}
`

const probeListener = `  - name: %[1]s
    address: {socket_address: {address: 127.0.0.1, port_value: 0}}
    per_connection_buffer_limit_bytes: %[2]d
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: probe
          http2_protocol_options: {}
          delayed_close_timeout: 0.1s
          route_config:
            virtual_hosts:
            - name: probe
              domains: ["*"]
              routes:
              - match: {prefix: "/"}
                route: {cluster: %[3]s, timeout: %[4]s, idle_timeout: %[5]s}
          http_filters:
          - name: mcponce
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.wasm.v3.Wasm
              config:
                name: mcponce
                root_id: mcponce
                allow_on_headers_stop_iteration: %[6]t
                failure_policy: FAIL_%[7]s
                %[8]s
                vm_config:
                  vm_id: %[1]s
                  runtime: envoy.wasm.runtime.v8
                  code: {local: {filename: %[9]q}}
                  %[10]s
                %[11]s
          - name: envoy.filters.http.router
            typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}`

// probeListenerOf is the listener of a set of options. Its name is also the id of its VMs.
func probeListenerOf(name, wasm string, o probe.Options) string {
	cluster, reload := probe.Cluster, ""
	if o.HTTP2 {
		cluster = "http2"
	}
	if o.Policy == probe.FailReload {
		reload = "reload_config: {backoff: {base_interval: 0.01s}}"
	}
	return fmt.Sprintf(probeListener, name, o.BufferLimit, cluster, seconds(o.RouteTimeout), seconds(o.IdleTimeout), !o.Withhold,
		strings.ToUpper(string(o.Policy)), reload, wasm, probeConfiguration(o.VMConfiguration), probeConfiguration(o.Configuration))
}

func probeConfiguration(text string) string {
	return fmt.Sprintf(`configuration: {"@type": type.googleapis.com/google.protobuf.StringValue, value: %q}`, text)
}
