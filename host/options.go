package host

import (
	"cmp"
	"fmt"
	"time"

	"mcponce/host/shareddata"
)

// Cluster is the name of the gateway's one cluster, to which the route leads and callouts may go.
const Cluster = "mcp_upstream"

// Plugin is the filter.
type Plugin struct {
	Wasm            []byte // the module: proxy-wasm ABI 0.2.0 or 0.2.1, WASI preview 1; required
	VMConfiguration string // as proxy_on_vm_start gets it
	Configuration   string // as proxy_on_configure gets it
}

// Options say what a gateway runs. The plugin's module is required, and of a Gateway the upstream; the zero value of every
// other field is a default.
type Options struct {
	Plugin        Plugin
	Upstream      string // host:port of the server behind a Gateway
	UpstreamHTTP2 bool   // speak HTTP/2 to it (prior knowledge, no TLS), in place of HTTP/1.1
	Listen        string // address of a Gateway; 127.0.0.1:0 if not said
	Workers       int    // worker threads, each with VMs of its own; 1 if not said

	// FailurePolicy is what becomes of requests after a trap.
	FailurePolicy FailurePolicy
	// SharedData is how the filter's shared data behaves: as in Envoy if not said.
	SharedData shareddata.Dialect
	// DrainTime is how long the connections of a replaced configuration go on (Envoy's --drain-time-s); 10m if 0.
	DrainTime time.Duration

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
	// Log gets what the filter and the gateway log, also before the start has ended, on the loops of the workers: it must not block. It may
	// be nil.
	Log func(Level, string)
	// Access is told of every stream when it has ended, on the loops of the workers: it must not block. It may be nil.
	Access func(Access)
}

// FailurePolicy is what a gateway does when a trap has ended a worker's VM (Envoy's failure_policy).
type FailurePolicy int

const (
	// FailReload starts another VM for the next stream. Those that meet the dead one get 503.
	FailReload FailurePolicy = iota
	// FailClosed answers 503 on that worker for good.
	FailClosed
	// FailOpen lets everything pass on that worker without the filter.
	FailOpen
)

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
	if len(o.Plugin.Wasm) == 0 {
		return o, fmt.Errorf("Options.Plugin.Wasm: want a compiled module, got nothing")
	}
	if o.Workers < 0 {
		return o, fmt.Errorf("Options.Workers: want at least 1, got %d", o.Workers)
	}
	o.Workers = max(o.Workers, 1)
	o.Listen = cmp.Or(o.Listen, "127.0.0.1:0")
	o.IdleTimeout = cmp.Or(o.IdleTimeout, 5*time.Minute)
	o.DrainTime = cmp.Or(o.DrainTime, 10*time.Minute)
	o.BufferLimit = cmp.Or(o.BufferLimit, 1<<20)
	if o.Log == nil {
		o.Log = func(Level, string) {}
	}
	if o.Access == nil {
		o.Access = func(Access) {}
	}
	return o, nil
}
