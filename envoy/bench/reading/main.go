//go:build wasip1

// Reading is a plugin that measures the reader of JSON where it runs, in the gateway's own engine and by the clock that the
// guest has. To any request it answers with lines: a body, and what each step of reading it takes.
package main

import "unsafe"

func main() {}

//go:wasmexport proxy_abi_version_0_2_1
func abiVersion() {}

// Buffers that the host writes into, kept until the next callback is over.
var buffer []byte

//go:wasmexport proxy_on_memory_allocate
func allocate(size uint32) unsafe.Pointer {
	buffer = make([]byte, max(size, 1))
	return unsafe.Pointer(&buffer[0])
}

//go:wasmexport proxy_on_context_create
func contextCreate(context, parent uint32) {}

//go:wasmexport proxy_on_vm_start
func vmStart(context, size uint32) uint32 { return 1 }

//go:wasmexport proxy_on_configure
func configure(context, size uint32) uint32 { return 1 }

//go:wasmimport env proxy_send_local_response
func sendLocalResponse(status uint32, details unsafe.Pointer, detailsSize uint32, body unsafe.Pointer, bodySize uint32,
	headers unsafe.Pointer, headersSize uint32, grpcStatus int32) uint32

//go:wasmexport proxy_on_request_headers
func requestHeaders(context, headers, end uint32) uint32 {
	answer := measure(nil)
	noHeaders := make([]byte, 4) // none of them, in the host's serialization
	sendLocalResponse(200, nil, 0, unsafe.Pointer(&answer[0]), uint32(len(answer)), unsafe.Pointer(&noHeaders[0]), 4, -1)
	return 1 // pause: the request is answered
}
