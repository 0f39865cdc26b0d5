//go:build wasip1

// Empty is a plugin that does nothing: what a Go module costs a gateway at its start, whatever it does.
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
