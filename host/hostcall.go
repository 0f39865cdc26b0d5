package host

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/tetratelabs/wazero/api"
)

// hostFunction is an import of module env, or of WASI.
type hostFunction struct {
	name       string
	parameters string // i: 32 bits, l: 64 bits
	run        func(c hostcall) status
}

// hostcall is one call of a host function: the VM that makes it and its arguments.
type hostcall struct {
	vm        *vm
	memory    api.Memory
	arguments []uint64
}

// badMemory is what reading or writing beyond the guest's memory panics with; the call then returns a status.
type badMemory struct{}

// vmKey is the context key under which a host function finds the VM that calls it.
type vmKey struct{}

func (f hostFunction) types() []api.ValueType {
	types := make([]api.ValueType, len(f.parameters))
	for i, p := range f.parameters {
		types[i] = api.ValueTypeI32
		if p == 'l' {
			types[i] = api.ValueTypeI64
		}
	}
	return types
}

// results: all functions return a status but proc_exit, which returns nothing.
func (f hostFunction) results() []api.ValueType {
	if f.name == "proc_exit" {
		return nil
	}
	return []api.ValueType{api.ValueTypeI32}
}

func (f hostFunction) goFunction() api.GoModuleFunction {
	starting := f.name == "proxy_log" || !strings.HasPrefix(f.name, "proxy_")
	allocating := slices.Contains(whileAllocating, f.name)
	returns := len(f.results()) > 0
	return api.GoModuleFunc(func(ctx context.Context, m api.Module, stack []uint64) {
		v := ctx.Value(vmKey{}).(*vm)
		if v.allowed == allowStarting && !starting || v.allowed == allowAllocating && !allocating {
			panic("restricted_callback: " + f.name + " was called while the filter starts or allocates")
		}
		result := f.checked(hostcall{vm: v, memory: m.Memory(), arguments: stack})
		if returns {
			stack[0] = uint64(result)
		}
	})
}

// whileAllocating are the functions that the filter may call while it allocates for one (proxy-wasm-cpp-host
// include/proxy-wasm/wasm.h, allocMemory).
var whileAllocating = []string{"proxy_log", "fd_write", "clock_time_get", "poll_oneoff"}

func (f hostFunction) checked(c hostcall) (result status) {
	defer func() {
		switch value := recover(); value.(type) {
		case nil:
		case badMemory:
			result = f.badMemory()
		default:
			panic(value)
		}
	}()
	return f.run(c)
}

// badMemory is the status of a call whose pointers lead beyond the memory: proxy-wasm's, or WASI's EFAULT.
func (f hostFunction) badMemory() status {
	if strings.HasPrefix(f.name, "proxy_") {
		return statusInvalidMemory
	}
	const errnoFault = 21
	return errnoFault
}

func (c hostcall) u32(i int) uint32 { return uint32(c.arguments[i]) }

// view is the guest's bytes at the pointer and size in arguments i and i+1. They are valid during the call, and no longer
// than until the next allocation.
func (c hostcall) view(i int) []byte {
	data, ok := c.memory.Read(c.u32(i), c.u32(i+1))
	if !ok {
		panic(badMemory{})
	}
	return data
}

func (c hostcall) text(i int) string { return string(c.view(i)) }

func (c hostcall) copied(i int) []byte { return append([]byte(nil), c.view(i)...) }

func (c hostcall) headers(i int) headerMap { return unmarshalHeaders(c.view(i)) }

// give hands data to the guest, in memory that the guest allocates, through the result pointers in arguments i (address)
// and i+1 (size). For no data nothing is allocated.
func (c hostcall) give(i int, data []byte) status {
	address, size := c.u32(i), c.u32(i+1)
	target := uint32(0)
	if len(data) > 0 {
		var ok bool
		if target, ok = c.vm.allocate(len(data)); !ok || !c.memory.Write(target, data) {
			panic(badMemory{})
		}
	}
	if !c.memory.WriteUint32Le(address, target) || !c.memory.WriteUint32Le(size, uint32(len(data))) {
		panic(badMemory{})
	}
	return statusOK
}

func (c hostcall) giveU32(i int, value uint32) status {
	if !c.memory.WriteUint32Le(c.u32(i), value) {
		panic(badMemory{})
	}
	return statusOK
}

func (c hostcall) giveU64(i int, value uint64) status {
	if !c.memory.WriteUint64Le(c.u32(i), value) {
		panic(badMemory{})
	}
	return statusOK
}

// number is a property's number as filters read it.
func number(n int64) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(n)) }
