package host

import (
	"strings"
	"time"
)

func lower(name string) string { return strings.ToLower(name) }

// proxyGetProperty knows the properties that filters use most; every other one is not found.
func proxyGetProperty(c hostcall) status {
	path := strings.Split(strings.TrimSuffix(c.text(0), "\x00"), "\x00")
	value, found := c.vm.property(path)
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
	if value, found := s.properties[strings.Join(path, "\x00")]; found {
		return []byte(value), true
	}
	if header, found := strings.CutPrefix(name, "request.headers."); found {
		value, found := s.request.headers.get(lower(header))
		return []byte(value), found
	}
	if header, found := strings.CutPrefix(name, "response.headers."); found {
		value, found := s.response.headers.get(lower(header))
		return []byte(value), found
	}
	if from, found := streamProperties[name]; found {
		return from(s)
	}
	return nil, false
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
		path, _, _ := strings.Cut(s.request.headers.value(":path"), "?")
		return []byte(path), true
	},
	"request.protocol": func(s *stream) ([]byte, bool) { return []byte(s.origin.protocol), true },
	"request.time": func(s *stream) ([]byte, bool) {
		return number(s.gateway.clock.wall().Add(s.began - s.gateway.clock.now()).UnixNano()), true
	},
	"request.duration": func(s *stream) ([]byte, bool) {
		return number(int64(s.gateway.clock.now() - s.began)), s.over
	},
	"request.size": func(s *stream) ([]byte, bool) { return number(s.request.received), true },
	"response.code": func(s *stream) ([]byte, bool) {
		return number(int64(s.response.headers.status())), s.response.started
	},
	"response.code_details":          func(s *stream) ([]byte, bool) { return []byte(s.details), s.details != "" },
	"response.flags":                 func(s *stream) ([]byte, bool) { return number(int64(s.flags)), true },
	"response.size":                  func(s *stream) ([]byte, bool) { return number(s.response.received), true },
	"source.address":                 func(s *stream) ([]byte, bool) { return []byte(s.origin.address), true },
	"upstream.address":               func(s *stream) ([]byte, bool) { return []byte(s.gateway.options.Upstream), s.upstream != nil },
	"upstream.request_attempt_count": func(s *stream) ([]byte, bool) { return number(s.attempts()), true },
	"xds.cluster_name":               func(*stream) ([]byte, bool) { return []byte(Cluster), true },
}

func requestProperty(header string) func(s *stream) ([]byte, bool) {
	return func(s *stream) ([]byte, bool) {
		value, found := s.request.headers.get(header)
		return []byte(value), found
	}
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
