package main

import (
	"strconv"
	"unsafe"
)

//go:wasmexport proxy_abi_version_0_2_1
func exportABIVersion() {}

// allocations counts the calls of the allocator; inAllocator is what its next call does.
var (
	allocations int
	inAllocator func()
)

//go:wasmexport proxy_on_memory_allocate
func exportMemoryAllocate(size uint32) unsafe.Pointer {
	allocations++
	if act := inAllocator; act != nil {
		inAllocator = nil
		act()
	}
	return unsafe.Pointer(unsafe.SliceData(make([]byte, max(size, 1))))
}

//go:wasmexport proxy_on_context_create
func exportContextCreate(id, parent uint32) { newContext(id, parent) }

//go:wasmexport proxy_on_vm_start
func exportVMStart(id, size uint32) uint32 {
	c := contexts[id]
	var r result
	proxyGetBufferBytes(buffers["vm_configuration"], 0, size, r.to(), &r.size)
	c.load(r.text())
	return c.called("vm_start", number("size", size), false, 1)
}

//go:wasmexport proxy_on_configure
func exportConfigure(id, size uint32) uint32 {
	c := contexts[id]
	var r result
	proxyGetBufferBytes(buffers["plugin_configuration"], 0, size, r.to(), &r.size)
	configurationOf[c] = r.text()
	c.load(r.text())
	return c.called("configure", number("size", size), false, 1)
}

//go:wasmexport proxy_on_tick
func exportTick(id uint32) { contexts[id].called("tick", "", false, 0) }

//go:wasmexport proxy_on_queue_ready
func exportQueueReady(id, queue uint32) {
	contexts[id].called("queue_ready", nameOf(queues, queue), false, 0)
}

//go:wasmexport proxy_on_http_call_response
func exportHTTPCallResponse(id, call, headers, body, trailers uint32) {
	contexts[id].called("http_call_response", callIDs[call]+" "+number("headers", headers)+" "+number("body", body)+" "+
		number("trailers", trailers), false, 0)
}

//go:wasmexport proxy_on_request_headers
func exportRequestHeaders(id, n, end uint32) uint32 {
	c := contexts[id]
	if c.identify() {
		return actionPause
	}
	c.named(id)
	return c.called("request_headers", number("n", n)+" "+flag(end), end != 0, actionContinue)
}

//go:wasmexport proxy_on_request_body
func exportRequestBody(id, n, end uint32) uint32 {
	return contexts[id].called("request_body", number("n", n)+" "+flag(end), end != 0, actionContinue)
}

//go:wasmexport proxy_on_request_trailers
func exportRequestTrailers(id, n uint32) uint32 {
	return contexts[id].called("request_trailers", number("n", n), true, actionContinue)
}

//go:wasmexport proxy_on_response_headers
func exportResponseHeaders(id, n, end uint32) uint32 {
	return contexts[id].called("response_headers", number("n", n)+" "+flag(end), end != 0, actionContinue)
}

//go:wasmexport proxy_on_response_body
func exportResponseBody(id, n, end uint32) uint32 {
	return contexts[id].called("response_body", number("n", n)+" "+flag(end), end != 0, actionContinue)
}

//go:wasmexport proxy_on_response_trailers
func exportResponseTrailers(id, n uint32) uint32 {
	return contexts[id].called("response_trailers", number("n", n), true, actionContinue)
}

//go:wasmexport proxy_on_log
func exportLog(id uint32) { contexts[id].called("log", "", false, 0) }

//go:wasmexport proxy_on_done
func exportDone(id uint32) uint32 { return contexts[id].called("done", "", false, 1) }

//go:wasmexport proxy_on_delete
func exportDelete(id uint32) {
	contexts[id].called("delete", "", false, 0)
	delete(contexts, id)
}

func number(name string, n uint32) string { return name + "=" + strconv.FormatUint(uint64(n), 10) }

func flag(end uint32) string { return "end=" + strconv.FormatBool(end != 0) }

func nameOf(names map[string]uint32, id uint32) string {
	for name, candidate := range names {
		if candidate == id {
			return name
		}
	}
	return "?"
}
