//go:build wasip1

// Command plugin is the filter: mainline Go compiled to a proxy-wasm module.
//
//	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o plugin.wasm ./plugin
package main

import (
	"mcponce/plugin/abi"
	"mcponce/plugin/gate"
)

func init() {
	vm := gate.NewVM(abi.Host{})
	abi.Run(vm, vm)
}

// main never runs: the module is a reactor, which the host initializes and then calls.
func main() {}
