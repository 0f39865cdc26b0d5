package abi

import "unsafe"

// The callbacks that the host looks for. Each hands on to the SDK's own callback of the same name, for contexts that the
// SDK knows: it panics on others.

const (
	actionContinue = 0
	actionPause    = 1
)

// known holds the contexts that the SDK created and has not deleted.
var known = make(map[uint32]bool)

//go:wasmexport proxy_abi_version_0_2_0
func exportABIVersion() {}

// exportMemoryAllocate gives the host a buffer for a result. The host writes its address into the result pointer of the
// call that is running, which keeps it alive. A size of 0 must still give an address.
//
//go:wasmexport proxy_on_memory_allocate
func exportMemoryAllocate(size uint32) unsafe.Pointer {
	return bytePtr(make([]byte, max(size, 1)))
}

//go:linkname sdkContextCreate github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.proxyOnContextCreate
func sdkContextCreate(context, parent uint32)

//go:wasmexport proxy_on_context_create
func exportContextCreate(context, parent uint32) {
	defer recovered(context, "proxy_on_context_create")
	sdkContextCreate(context, parent)
	known[context] = true
}

//go:linkname sdkVMStart github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.proxyOnVMStart
func sdkVMStart(context uint32, size int) bool

//go:wasmexport proxy_on_vm_start
func exportVMStart(context, size uint32) (ok bool) {
	defer recovered(context, "proxy_on_vm_start")
	return sdkVMStart(context, int(size))
}

//go:linkname sdkConfigure github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.proxyOnConfigure
func sdkConfigure(context uint32, size int) bool

//go:wasmexport proxy_on_configure
func exportConfigure(context, size uint32) (ok bool) {
	defer recovered(context, "proxy_on_configure")
	return known[context] && sdkConfigure(context, int(size))
}

//go:linkname sdkTick github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.proxyOnTick
func sdkTick(context uint32)

//go:wasmexport proxy_on_tick
func exportTick(context uint32) {
	defer recovered(context, "proxy_on_tick")
	if known[context] {
		sdkTick(context)
	}
}

//go:linkname sdkQueueReady github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.proxyOnQueueReady
func sdkQueueReady(context, queue uint32)

//go:wasmexport proxy_on_queue_ready
func exportQueueReady(context, queue uint32) {
	defer recovered(context, "proxy_on_queue_ready")
	if known[context] {
		sdkQueueReady(context, queue)
	}
}

// exportHTTPCallResponse goes to the listener and not to the SDK, which drops the answer when the stream that sent the
// call is gone.
//
//go:wasmexport proxy_on_http_call_response
func exportHTTPCallResponse(context, call, numHeaders, bodySize, _ uint32) {
	defer recovered(context, "proxy_on_http_call_response")
	listener.OnHTTPCallResponse(call, int(numHeaders), int(bodySize))
}

//go:linkname sdkLog github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.proxyOnLog
func sdkLog(context uint32)

//go:wasmexport proxy_on_log
func exportLog(context uint32) {
	defer recovered(context, "proxy_on_log")
	if known[context] {
		sdkLog(context)
	}
}

//go:linkname sdkDone github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.proxyOnDone
func sdkDone(context uint32) bool

//go:wasmexport proxy_on_done
func exportDone(context uint32) (done bool) {
	done = true
	defer recovered(context, "proxy_on_done")
	return !known[context] || sdkDone(context)
}

//go:linkname sdkDelete github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.proxyOnDelete
func sdkDelete(context uint32)

//go:wasmexport proxy_on_delete
func exportDelete(context uint32) {
	defer recovered(context, "proxy_on_delete")
	if known[context] {
		delete(known, context)
		sdkDelete(context)
	}
}
