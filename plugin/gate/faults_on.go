//go:build faults

package gate

import (
	"sync"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
)

// faultHeader names a point, at which the stream that carries it panics: POINT. With trap@POINT its VM ends there, with
// all its streams. With hold@POINT its worker says so in the log and goes no further, for a test that ends the process. It
// exists in builds for tests only.
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
	case "hold@" + point:
		proxywasm.LogCritical("held at " + point)
		for {
		}
	}
}
