package gate

import (
	"time"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
)

// The filter pauses a request at its headers and reads the body meanwhile. A gateway without
// allow_on_headers_stop_iteration never shows it the body then: both would wait for each other. The first body that is
// seen while its headers are still writable proves that the gateway holds headers. Until then, a request that is paused
// for long is let go on at its headers. If the gateway had kept the body back, it comes at once, with the headers gone; a
// slow client's comes when the client sends it, and says nothing about the gateway.

// holding says whether the gateway holds request headers while the body is read.
type holding uint8

const (
	holdUnknown holding = iota
	holdYes
	holdNo
)

const (
	// patience is how many heartbeats a request may be paused at its headers before the watchdog lets it go on.
	patience = 3
	// atOnce is how soon after that a body comes which the gateway had kept back: Envoy shows it as soon as the callback
	// that let the request go on has ended.
	atOnce = 5 * time.Millisecond
	// trust is for how many heartbeats it is believed that the gateway does not hold headers. Then it is found out anew, so
	// that a body which came at the wrong moment does no lasting harm.
	trust = 60
)

// watchHeaders lets requests go on that have been paused at their headers for too long.
func (p *plugin) watchHeaders() {
	if p.holds == holdNo {
		if p.believed++; p.believed >= trust {
			p.holds, p.believed = holdUnknown, 0
		}
	}
	if p.holds != holdUnknown {
		return
	}
	for _, s := range p.vm.streams {
		if s.plugin != p || !s.reading || s.bodySeen || s.letGo {
			continue
		}
		if s.paused++; s.paused >= patience && s.vm.released < releasedAtOnce && proxywasm.SetEffectiveContext(s.id) == nil {
			s.vm.released++
			s.letGo, s.letGoAt = true, s.vm.host.Monotonic()
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
	} else if s.letGo && s.vm.host.Monotonic()-s.letGoAt < atOnce {
		s.plugin.holds = holdNo
		proxywasm.LogCritical("the gateway does not hold request headers: set allow_on_headers_stop_iteration: true in the filter's configuration (Envoy 1.35 or later)")
	}
}

// headersHeld: the request's headers have not gone on, so the key can be added and retries below switched off.
func (s *stream) headersHeld() bool { return !s.letGo }
