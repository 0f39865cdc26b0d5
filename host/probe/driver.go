package probe

import (
	"errors"
	"time"
)

// Options say what a probe's file needs of a gateway. They are written in its first directive.
type Options struct {
	Workers      int           // 1 if not said
	Withhold     bool          // a request's body is kept from the filter while it pauses the headers
	BufferLimit  int           // bytes of a body that are held; 1 MiB if not said
	RouteTimeout time.Duration // none if 0
	IdleTimeout  time.Duration // 5m if not said
	Policy       Policy        // what becomes of a worker whose VM has ended
	HTTP2        bool          // the upstream is spoken to in HTTP/2

	Configuration   string // of the plugin
	VMConfiguration string
}

// Policy is Envoy's failure_policy.
type Policy string

// The failure policies. A VM is started in place of one that has ended, after a backoff of 100 ms at the most.
const (
	FailReload Policy = "reload"
	FailClosed Policy = "closed"
	FailOpen   Policy = "open"
)

// The names that every gateway has.
const (
	Cluster   = "mcp_upstream"  // the upstream, for the route and for calls
	VMID      = "mcponce"       // of the plugin's VMs, where a host does not need several
	DrainTime = 1 * time.Second // how long a replaced configuration goes on
)

// Driver is a host that runs the plugin of folder plugin: a real Envoy, or another.
type Driver interface {
	// Start puts a gateway before the upstream at origin (ip:port). log is told of every line that the plugin logs at
	// info or above, in the order of each thread.
	Start(o Options, origin string, log func(level, line string)) (Gateway, error)
}

// Gateway is a running host. Several files use it, one after the other.
type Gateway interface {
	// URL is the base that clients call, http://ip:port.
	URL() string
	// Update replaces the plugin's configuration; it returns when the host has accepted it, or ErrRejected.
	Update(configuration string) error
	// Close ends the host.
	Close()
}

// ErrNotOffered: the host does not have what the options or a directive ask for.
var ErrNotOffered = errors.New("not offered")

// ErrRejected: the host keeps the configuration that it has.
var ErrRejected = errors.New("the update was rejected")
