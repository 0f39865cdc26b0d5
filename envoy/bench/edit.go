package main

import (
	"fmt"
	"net"
	"strings"
)

// withoutPlugin takes the plugin out of envoy.yaml.
func withoutPlugin(config string) (string, error) { return replaceFilter(config, "") }

// replaceFilter puts the YAML of other HTTP filters where the plugin is.
func replaceFilter(config, filters string) (string, error) {
	const begin, end = "          - name: mcponce\n", "          - name: envoy.filters.http.router\n"
	before, rest, found := strings.Cut(config, begin)
	_, after, foundEnd := strings.Cut(rest, end)
	if !found || !foundEnd {
		return "", fmt.Errorf("envoy.yaml: want %q and then %q", strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return before + filters + end + after, nil
}

// extProcFilter buffers both bodies: the server has to see the whole call, and the whole answer. It is sent only the headers
// that it reads. The timeout of a message is how long a duplicate waits for the first call.
const extProcFilter = `          - name: ext_proc
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.ext_proc.v3.ExternalProcessor
              grpc_service: {envoy_grpc: {cluster_name: ext_proc}}
              message_timeout: 30s
              forward_rules:
                allowed_headers: {patterns: [{exact: ":status"}, {exact: x-user}, {exact: idempotency-key}]}
              processing_mode:
                request_header_mode: SEND
                request_body_mode: BUFFERED
                request_trailer_mode: SKIP
                response_header_mode: SEND
                response_body_mode: BUFFERED
                response_trailer_mode: SKIP
`

const extProcCluster = `  - name: ext_proc
    type: STATIC
    connect_timeout: 1s
    typed_extension_protocol_options:
      envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
        "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
        explicit_http_config: {http2_protocol_options: {}}
    load_assignment:
      cluster_name: ext_proc
      endpoints:
      - lb_endpoints:
        - endpoint:
            address:
              socket_address: {address: %s, port_value: %s}

`

// withExtProc puts the ext_proc server at ip:port where the plugin is.
func withExtProc(config, address string) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", err
	}
	config, err = replaceFilter(config, extProcFilter)
	if err != nil {
		return "", err
	}
	const clusters = "\n  clusters:\n"
	before, after, found := strings.Cut(config, clusters)
	if !found {
		return "", fmt.Errorf("envoy.yaml: want %q", strings.TrimSpace(clusters))
	}
	return before + clusters + fmt.Sprintf(extProcCluster, host, port) + after, nil
}
