package gate

import (
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
)

// The filter pauses a request at its headers and reads the body meanwhile. A gateway without
// allow_on_headers_stop_iteration never shows it the body then: both would wait for each other. The first body that is
// seen while its headers are still writable proves that the gateway holds headers. Until then, a request that is paused
// for long is let go on at its headers; if its body comes with the headers gone, the gateway does not hold them.

// holding says whether the gateway holds request headers while the body is read.
type holding uint8

const (
	holdUnknown holding = iota
	holdYes
	holdNo
)

// patience is how many heartbeats a request may be paused at its headers before the watchdog lets it go on.
const patience = 3

// watchHeaders lets requests go on that have been paused at their headers for too long to be explained by a slow client.
func (p *plugin) watchHeaders() {
	if p.holds != holdUnknown {
		return
	}
	for _, s := range p.vm.streams {
		if s.plugin != p || !s.reading || s.bodySeen || s.letGo {
			continue
		}
		if s.paused++; s.paused >= patience && s.vm.released < releasedAtOnce && proxywasm.SetEffectiveContext(s.id) == nil {
			s.letGo = true
			s.vm.released++
			_ = proxywasm.ResumeHttpRequest() // a stream that is gone needs nothing
		}
	}
}

// seeBody is told that the request's body has come, and learns from it.
func (s *stream) seeBody() {
	if s.bodySeen {
		return
	}
	s.bodySeen = true
	if s.plugin.holds != holdUnknown {
		return
	}
	if _, err := proxywasm.GetHttpRequestHeader(":method"); err == nil {
		s.plugin.holds = holdYes
	} else if s.letGo {
		s.plugin.holds = holdNo
		proxywasm.LogCritical("the gateway does not hold request headers: set allow_on_headers_stop_iteration: true in the filter's configuration (Envoy 1.35 or later)")
	}
}

// headersHeld: the request's headers have not gone on, so the key can be added and retries below switched off.
func (s *stream) headersHeld() bool { return !s.letGo && s.plugin.holds != holdNo }
