//go:build faults

package gate

import "sync"

// faultHeader names the point at which the stream that carries it panics: POINT. With trap@POINT its VM ends there, with
// all its streams. It exists in builds for tests only.
const faultHeader = "x-mcponce-fault"

func injectFault(s *stream, point string) {
	if s == nil {
		return
	}
	switch s.headers.Get(faultHeader) {
	case point:
		panic("planted at " + point)
	case "trap@" + point:
		new(sync.Mutex).Unlock() // a fatal error, which no deferred function recovers from
	}
}
