//go:build faults

package gate

// faultHeader names the point at which the stream that carries it panics. It exists in builds for tests only.
const faultHeader = "x-mcponce-fault"

func injectFault(s *stream, point string) {
	if s != nil && s.headers.Get(faultHeader) == point {
		panic("planted at " + point)
	}
}
