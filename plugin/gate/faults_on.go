//go:build faults

package gate

// faultHeader names the point at which the stream that carries it panics. It exists in builds for tests only.
const faultHeader = "x-mcponce-fault"

func injectFault(s *stream, point string) {
	if s.headers.Get(faultHeader) == point {
		panic("planted at " + point)
	}
}

func injectCalloutFault(c *callout) {
	if s := c.attempt.vm.streams[c.streamID]; s != nil {
		injectFault(s, "callout")
	}
}
