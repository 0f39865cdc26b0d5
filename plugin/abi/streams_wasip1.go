package abi

import _ "unsafe" // linkname

// The callbacks of HTTP streams. A request of a context that is not known, because its creation panicked, is answered
// with an error: it must not reach the server unguarded.

const errorDetails = "mcponce_unknown_context"

func refuseUnknown() uint32 {
	_ = Host{}.SendLocalResponse(503, errorDetails, nil, nil)
	return actionPause
}

//go:linkname sdkRequestHeaders github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.proxyOnRequestHeaders
func sdkRequestHeaders(context uint32, n int, end bool) uint32

//go:wasmexport proxy_on_request_headers
func exportRequestHeaders(context, n, end uint32) (action uint32) {
	action = actionPause
	defer recovered(context, "proxy_on_request_headers")
	if !known[context] {
		return refuseUnknown()
	}
	return sdkRequestHeaders(context, int(n), end != 0)
}

//go:linkname sdkRequestBody github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.proxyOnRequestBody
func sdkRequestBody(context uint32, n int, end bool) uint32

//go:wasmexport proxy_on_request_body
func exportRequestBody(context, n, end uint32) (action uint32) {
	action = actionPause
	defer recovered(context, "proxy_on_request_body")
	if !known[context] {
		return refuseUnknown()
	}
	return sdkRequestBody(context, int(n), end != 0)
}

//go:linkname sdkRequestTrailers github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.proxyOnRequestTrailers
func sdkRequestTrailers(context uint32, n int) uint32

//go:wasmexport proxy_on_request_trailers
func exportRequestTrailers(context, n uint32) (action uint32) {
	action = actionPause
	defer recovered(context, "proxy_on_request_trailers")
	if !known[context] {
		return refuseUnknown()
	}
	return sdkRequestTrailers(context, int(n))
}

//go:linkname sdkResponseHeaders github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.proxyOnResponseHeaders
func sdkResponseHeaders(context uint32, n int, end bool) uint32

// exportResponseHeaders pauses after a panic, since the listener answers in the server's place.
//
//go:wasmexport proxy_on_response_headers
func exportResponseHeaders(context, n, end uint32) (action uint32) {
	if !known[context] {
		return actionContinue
	}
	action = actionPause
	defer recovered(context, "proxy_on_response_headers")
	return sdkResponseHeaders(context, int(n), end != 0)
}

//go:linkname sdkResponseBody github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.proxyOnResponseBody
func sdkResponseBody(context uint32, n int, end bool) uint32

//go:wasmexport proxy_on_response_body
func exportResponseBody(context, n, end uint32) (action uint32) {
	defer recovered(context, "proxy_on_response_body")
	if !known[context] {
		return actionContinue
	}
	return sdkResponseBody(context, int(n), end != 0)
}

//go:linkname sdkResponseTrailers github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.proxyOnResponseTrailers
func sdkResponseTrailers(context uint32, n int) uint32

//go:wasmexport proxy_on_response_trailers
func exportResponseTrailers(context, n uint32) (action uint32) {
	defer recovered(context, "proxy_on_response_trailers")
	if !known[context] {
		return actionContinue
	}
	return sdkResponseTrailers(context, int(n))
}
