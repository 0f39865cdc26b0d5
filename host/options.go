package host

import (
	"fmt"
	"net"
	"time"
)

// Cluster is the name of the gateway's one cluster, to which the route leads and callouts may go.
const Cluster = "mcp_upstream"

// Options say what a gateway runs. Wasm and Upstream are required; the zero value of every other field is a default.
type Options struct {
	Wasm          []byte // the module: proxy-wasm ABI 0.2.0 or 0.2.1, WASI preview 1
	Configuration string // of the plugin, as proxy_on_configure gets it
	Upstream      string // host:port of the HTTP/1.1 server behind the gateway
	Listen        string // address to listen on; 127.0.0.1:0 if not said
	Workers       int    // worker threads, each with a VM; 1 if not said

	// RouteTimeout bounds the time from the whole request to the whole answer, of all requests but GET; none if 0.
	RouteTimeout time.Duration
	// IdleTimeout ends a stream, other than a GET, on which nothing moves, also one that the filter paused; 5m if 0.
	IdleTimeout time.Duration
	// BufferLimit is how many bytes of a body are held while the filter pauses it; 1 MiB if 0. A longer request gets 413.
	BufferLimit int
	// WithholdBody keeps a request's body from the filter while it pauses the headers, as Envoy does without
	// allow_on_headers_stop_iteration.
	WithholdBody bool
	// CacheDir keeps compiled modules between processes; none if empty.
	CacheDir string
	// Log gets what the filter and the gateway log, on the loops of the workers: it must not block. It may be nil.
	Log func(Level, string)
	// Access is told of every stream when it has ended, on the loops of the workers: it must not block. It may be nil.
	Access func(Access)
}

// Level is the severity of a log line, with proxy-wasm's numbers.
type Level uint32

// The levels of proxy_log.
const (
	LevelTrace Level = iota
	LevelDebug
	LevelInfo
	LevelWarn
	LevelError
	LevelCritical
)

// String is the level's name in lower case.
func (l Level) String() string {
	names := [...]string{"trace", "debug", "info", "warn", "error", "critical"}
	if int(l) < len(names) {
		return names[l]
	}
	return fmt.Sprintf("level(%d)", uint32(l))
}

// Access is what is known of a stream at its end.
type Access struct {
	Method, Path string
	Status       int               // 0 if no answer was begun
	Details      string            // Envoy's response code details
	Duration     time.Duration     // since the request's headers
	Properties   map[string]string // set by the filter
}

func (o Options) withDefaults() (Options, error) {
	if len(o.Wasm) == 0 {
		return o, fmt.Errorf("Options.Wasm: want a compiled module, got nothing")
	}
	if _, _, err := net.SplitHostPort(o.Upstream); err != nil {
		return o, fmt.Errorf("Options.Upstream: want an address such as 127.0.0.1:9001, got %q: %w", o.Upstream, err)
	}
	if o.Workers < 0 {
		return o, fmt.Errorf("Options.Workers: want at least 1, got %d", o.Workers)
	}
	o.Workers = max(o.Workers, 1)
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	if o.IdleTimeout == 0 {
		o.IdleTimeout = 5 * time.Minute
	}
	if o.BufferLimit == 0 {
		o.BufferLimit = 1 << 20
	}
	if o.Log == nil {
		o.Log = func(Level, string) {}
	}
	if o.Access == nil {
		o.Access = func(Access) {}
	}
	return o, nil
}
