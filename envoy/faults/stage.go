package main

import (
	"fmt"

	"mcponce/host/scenario"
)

// platform is a gateway that the filter is tested with.
type platform struct {
	name  string
	start func(s setting, origin string) (scenario.Gateway, error)
}

// setting is what a fault needs of the gateway's configuration.
type setting struct {
	toolTimeout string // and the route's; "5m" if empty
	idle        int    // seconds until a stream is ended on which nothing moves; above the tool's timeout if 0
	killed      bool   // the gateway is a process of its own
}

// shortIdle is above the time in which a retry learns that the worker of the call before is lost.
const shortIdle = 4

// stage is a gateway before an origin, and what can be done to it.
type stage struct {
	*scenario.Play
	gateway scenario.Gateway
}

func (p platform) open(s setting) (*stage, error) {
	opened := &stage{}
	play, err := scenario.Open(driver(func(origin string) (scenario.Gateway, error) {
		gateway, err := p.start(s, origin)
		opened.gateway = gateway
		return gateway, err
	}), "")
	opened.Play = play
	return opened, err
}

// driver is a scenario.Driver that chooses the configuration itself.
type driver func(origin string) (scenario.Gateway, error)

func (d driver) Start(_, origin string) (scenario.Gateway, error) { return d(origin) }

// kill ends the gateway's process and starts another.
func (s *stage) kill() error {
	return s.gateway.(interface{ kill() error }).kill()
}

// update replaces the gateway's configuration by one that behaves the same. When it returns, the drain time runs, which
// ends what the old one still serves.
func (s *stage) update() error {
	return s.gateway.(interface{ update() error }).update()
}

// lost counts the streams whose clients have left them.
func (s *stage) lost() (uint64, error) {
	return s.gateway.(interface{ lost() (uint64, error) }).lost()
}

// configuration is that of the filter. Versions behave the same.
func (s setting) configuration(version int) string {
	timeout := s.toolTimeout
	if timeout == "" {
		timeout = "5m"
	}
	return fmt.Sprintf(`{
	"paths": ["/mcp", "/version/%d"],
	"namespace": "faults",
	"principal": {"header": "x-user"},
	"callout": {"cluster": "mcp_upstream"},
	"tick": "200ms",
	"skew": "1ms",
	"defaults": {"tool_timeout": %q},
	"tools": [
		{"match": ["inline"], "execution": "inline"},
		{"match": ["detached"], "execution": "detached"},
		{"match": ["inline_timed"], "execution": "inline", "key": "timed"},
		{"match": ["detached_timed"], "execution": "detached", "key": "timed"}
	],
	"store": {"local": {"records": 4096}}
}`, version, timeout)
}
