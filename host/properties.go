package host

import (
	"bytes"
	"net"
	"strconv"
	"strings"
	"time"
)

func lower(name string) string { return strings.ToLower(name) }

// proxyGetProperty knows the properties that filters use most; every other one is not found.
func proxyGetProperty(c hostcall) status {
	text := c.text(0)
	if text == "" {
		return statusSerializationFailure
	}
	value, found := c.vm.property(strings.Split(strings.TrimSuffix(text, "\x00"), "\x00"))
	if !found {
		return statusNotFound
	}
	return c.give(2, value)
}

// proxySetProperty keeps a value with the stream, for the access log and for proxy_get_property.
func proxySetProperty(c hostcall) status {
	s := c.vm.stream()
	if s == nil {
		return statusNotFound
	}
	if s.properties == nil {
		s.properties = map[string]string{}
	}
	s.properties[c.text(0)] = c.text(2)
	return statusOK
}

// property is Envoy's own one of this name, or, for a name of one part, what the filter has set.
func (v *vm) property(path []string) ([]byte, bool) {
	name := strings.Join(path, ".")
	switch name {
	case "plugin_name", "plugin_root_id", "plugin_vm_id":
		return []byte(vmID), true
	}
	s := v.stream()
	if s == nil {
		return nil, false
	}
	if from, found := streamProperties[name]; found {
		return from(s)
	}
	if header, found := strings.CutPrefix(name, "request.headers."); found {
		return s.requestHeader(lower(header))
	}
	if header, found := strings.CutPrefix(name, "response.headers."); found {
		value, found := s.response.headers.get(lower(header))
		return []byte(value), found
	}
	value, found := s.properties[path[0]]
	return []byte(value), found && len(path) == 1
}

// requestHeader is a header that can be read now.
func (s *stream) requestHeader(name string) ([]byte, bool) {
	value, found := s.request.headers.get(name)
	return []byte(value), found && (s.request.headersOpen && !s.over || s.logging)
}

// streamProperties are the attributes of a stream by Envoy's names
// (https://www.envoyproxy.io/docs/envoy/latest/intro/arch_overview/advanced/attributes).
var streamProperties = map[string]func(s *stream) ([]byte, bool){
	"request.path":      requestProperty(":path"),
	"request.method":    requestProperty(":method"),
	"request.host":      requestProperty(":authority"),
	"request.scheme":    requestProperty(":scheme"),
	"request.id":        requestProperty("x-request-id"),
	"request.useragent": requestProperty("user-agent"),
	"request.referer":   requestProperty("referer"),
	"request.url_path": func(s *stream) ([]byte, bool) {
		path, found := s.requestHeader(":path")
		path, _, _ = bytes.Cut(path, []byte("?"))
		return path, found
	},
	"request.query": func(s *stream) ([]byte, bool) {
		path, found := s.requestHeader(":path")
		_, query, _ := bytes.Cut(path, []byte("?"))
		return query, found
	},
	"request.protocol": func(s *stream) ([]byte, bool) { return []byte(s.origin.protocol), true },
	"request.time": func(s *stream) ([]byte, bool) {
		return number(s.gateway.clock.wall().Add(s.began - s.gateway.clock.now()).UnixNano()), true
	},
	"request.duration": func(s *stream) ([]byte, bool) {
		return number(int64(s.gateway.clock.now() - s.began)), s.over
	},
	// The length that the request declares, where it does.
	"request.size": func(s *stream) ([]byte, bool) {
		if declared := contentLength(s.request.headers); declared >= 0 {
			return number(declared), true
		}
		return number(s.request.received), true
	},
	"request.total_size": func(s *stream) ([]byte, bool) {
		return number(s.request.received + s.request.headers.size()), true
	},
	"response.code": func(s *stream) ([]byte, bool) {
		return number(int64(s.response.headers.status())), s.response.started
	},
	"response.code_details": func(s *stream) ([]byte, bool) { return []byte(s.details), s.details != "" || s.replied },
	"response.flags":        func(s *stream) ([]byte, bool) { return number(int64(s.flags)), true },
	"response.size":         func(s *stream) ([]byte, bool) { return number(s.response.received), true },
	"response.total_size": func(s *stream) ([]byte, bool) {
		return number(s.response.received + s.response.headers.size()), true
	},
	"response.grpc_status": func(s *stream) ([]byte, bool) {
		const unknown = 2 // what Envoy makes of any answer that is none of gRPC's
		return number(unknown), s.logging
	},
	"source.address":                 func(s *stream) ([]byte, bool) { return []byte(s.origin.address), true },
	"source.port":                    func(s *stream) ([]byte, bool) { return port(s.origin.address) },
	"destination.address":            func(s *stream) ([]byte, bool) { return []byte(s.origin.listener), true },
	"connection.id":                  func(s *stream) ([]byte, bool) { return number(int64(s.origin.connection)), true },
	"connection_id":                  func(s *stream) ([]byte, bool) { return number(int64(s.origin.connection)), true },
	"connection.mtls":                func(*stream) ([]byte, bool) { return []byte{0}, true },
	"upstream.address":               func(s *stream) ([]byte, bool) { return []byte(s.gateway.options.Upstream), s.upstream != nil },
	"upstream.request_attempt_count": func(s *stream) ([]byte, bool) { return number(s.attempts()), true },
	"xds.cluster_name":               func(*stream) ([]byte, bool) { return []byte(Cluster), true },
	"xds.route_name":                 func(*stream) ([]byte, bool) { return nil, true },
}

func requestProperty(header string) func(s *stream) ([]byte, bool) {
	return func(s *stream) ([]byte, bool) { return s.requestHeader(header) }
}

func port(address string) ([]byte, bool) {
	_, text, _ := net.SplitHostPort(address)
	n, err := strconv.ParseInt(text, 10, 32)
	return number(n), err == nil
}

// access is what the access log is told.
func (s *stream) access() Access {
	properties := make(map[string]string, len(s.properties))
	for path, value := range s.properties {
		properties[strings.ReplaceAll(path, "\x00", ".")] = value
	}
	return Access{
		Method:     s.request.headers.value(":method"),
		Path:       s.origin.path,
		Status:     s.response.headers.status(),
		Details:    s.details,
		Duration:   (s.gateway.clock.now() - s.began).Round(time.Microsecond),
		Properties: properties,
	}
}
