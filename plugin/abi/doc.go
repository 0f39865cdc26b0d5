// Package abi lets mainline Go (GOOS=wasip1, -buildmode=c-shared) run github.com/tetratelabs/proxy-wasm-go-sdk v0.24.0,
// which was written for TinyGo, in a proxy-wasm host. On other platforms it is empty.
//
// The SDK's real host calls exist under the tinygo build tag only; any other build gets calls on an interface that a test
// double is meant to implement. Package abi implements that interface with the real imports (sdkhost) and registers it,
// exports the callbacks that the host looks for (exports, streams) and hands them to the SDK. Both need linkname, since
// the SDK's side is internal; this is the only package of the project that uses linkname or unsafe.
//
// It adds what the SDK leaves out: every callback recovers from panics, so that one bad stream does not end the VM with
// all its streams (recover); callbacks for contexts that are not known are not passed on; callouts outlive the stream
// that sent them; local replies carry a details string; a metric that the host refuses is no panic; the host's monotonic
// clock is readable (host).
package abi
