package abi

import "unsafe"

// sdkHost is what the SDK asks of a host: its internal interface ProxyWasmHost, method for method and type for type
// (Status, MapType and the like are uint32 there).
type sdkHost interface {
	ProxyLog(level uint32, message *byte, messageSize int) uint32
	ProxySetProperty(path *byte, pathSize int, value *byte, valueSize int) uint32
	ProxyGetProperty(path *byte, pathSize int, value **byte, valueSize *int) uint32
	ProxySendLocalResponse(status uint32, details *byte, detailsSize int, body *byte, bodySize int, headers *byte, headersSize int, grpcStatus int32) uint32
	ProxyGetSharedData(key *byte, keySize int, value **byte, valueSize *int, cas *uint32) uint32
	ProxySetSharedData(key *byte, keySize int, value *byte, valueSize int, cas uint32) uint32
	ProxyRegisterSharedQueue(name *byte, nameSize int, id *uint32) uint32
	ProxyResolveSharedQueue(vmID *byte, vmIDSize int, name *byte, nameSize int, id *uint32) uint32
	ProxyDequeueSharedQueue(queue uint32, value **byte, valueSize *int) uint32
	ProxyEnqueueSharedQueue(queue uint32, value *byte, valueSize int) uint32
	ProxyGetHeaderMapValue(headers uint32, key *byte, keySize int, value **byte, valueSize *int) uint32
	ProxyAddHeaderMapValue(headers uint32, key *byte, keySize int, value *byte, valueSize int) uint32
	ProxyReplaceHeaderMapValue(headers uint32, key *byte, keySize int, value *byte, valueSize int) uint32
	ProxyContinueStream(stream uint32) uint32
	ProxyCloseStream(stream uint32) uint32
	ProxyRemoveHeaderMapValue(headers uint32, key *byte, keySize int) uint32
	ProxyGetHeaderMapPairs(headers uint32, value **byte, valueSize *int) uint32
	ProxySetHeaderMapPairs(headers uint32, pairs *byte, pairsSize int) uint32
	ProxyGetBufferBytes(buffer uint32, start int, maxSize int, value **byte, valueSize *int) uint32
	ProxySetBufferBytes(buffer uint32, start int, maxSize int, value *byte, valueSize int) uint32
	ProxyHttpCall(cluster *byte, clusterSize int, headers *byte, headersSize int, body *byte, bodySize int, trailers *byte, trailersSize int, timeout uint32, id *uint32) uint32
	ProxyCallForeignFunction(name *byte, nameSize int, param *byte, paramSize int, value **byte, valueSize *int) uint32
	ProxySetTickPeriodMilliseconds(period uint32) uint32
	ProxySetEffectiveContext(context uint32) uint32
	ProxyDone() uint32
	ProxyDefineMetric(kind uint32, name *byte, nameSize int, id *uint32) uint32
	ProxyIncrementMetric(metric uint32, offset int64) uint32
	ProxyRecordMetric(metric uint32, value uint64) uint32
	ProxyGetMetric(metric uint32, value *uint64) uint32
}

//go:linkname registerSDKHost github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.RegisterMockWasmHost
func registerSDKHost(h sdkHost) (release func())

// retained refers to every method, since the linker sees no caller of them: the SDK calls them through its own interface
// type, which this package cannot name, and a method that nothing refers to is dropped from the module.
var retained []any

func init() {
	var h sdkHost = imported{}
	retained = []any{
		h.ProxyLog, h.ProxySetProperty, h.ProxyGetProperty, h.ProxySendLocalResponse, h.ProxyGetSharedData,
		h.ProxySetSharedData, h.ProxyRegisterSharedQueue, h.ProxyResolveSharedQueue, h.ProxyDequeueSharedQueue,
		h.ProxyEnqueueSharedQueue, h.ProxyGetHeaderMapValue, h.ProxyAddHeaderMapValue, h.ProxyReplaceHeaderMapValue,
		h.ProxyContinueStream, h.ProxyCloseStream, h.ProxyRemoveHeaderMapValue, h.ProxyGetHeaderMapPairs,
		h.ProxySetHeaderMapPairs, h.ProxyGetBufferBytes, h.ProxySetBufferBytes, h.ProxyHttpCall,
		h.ProxyCallForeignFunction, h.ProxySetTickPeriodMilliseconds, h.ProxySetEffectiveContext, h.ProxyDone,
		h.ProxyDefineMetric, h.ProxyIncrementMetric, h.ProxyRecordMetric, h.ProxyGetMetric,
	}
	registerSDKHost(h)
}

// imported is the real host.
type imported struct{}

func ptr[T any](p *T) unsafe.Pointer { return unsafe.Pointer(p) }

func (imported) ProxyLog(level uint32, message *byte, messageSize int) uint32 {
	return hostLog(level, ptr(message), uint32(messageSize))
}

func (imported) ProxySetProperty(path *byte, pathSize int, value *byte, valueSize int) uint32 {
	return hostSetProperty(ptr(path), uint32(pathSize), ptr(value), uint32(valueSize))
}

func (imported) ProxyGetProperty(path *byte, pathSize int, value **byte, valueSize *int) uint32 {
	return hostGetProperty(ptr(path), uint32(pathSize), ptr(value), ptr(valueSize))
}

func (imported) ProxySendLocalResponse(status uint32, details *byte, detailsSize int, body *byte, bodySize int, headers *byte, headersSize int, grpcStatus int32) uint32 {
	return hostSendLocalResponse(status, ptr(details), uint32(detailsSize), ptr(body), uint32(bodySize), ptr(headers), uint32(headersSize), grpcStatus)
}

func (imported) ProxyGetSharedData(key *byte, keySize int, value **byte, valueSize *int, cas *uint32) uint32 {
	return hostGetSharedData(ptr(key), uint32(keySize), ptr(value), ptr(valueSize), ptr(cas))
}

func (imported) ProxySetSharedData(key *byte, keySize int, value *byte, valueSize int, cas uint32) uint32 {
	return hostSetSharedData(ptr(key), uint32(keySize), ptr(value), uint32(valueSize), cas)
}

func (imported) ProxyRegisterSharedQueue(name *byte, nameSize int, id *uint32) uint32 {
	return hostRegisterSharedQueue(ptr(name), uint32(nameSize), ptr(id))
}

func (imported) ProxyResolveSharedQueue(vmID *byte, vmIDSize int, name *byte, nameSize int, id *uint32) uint32 {
	return hostResolveSharedQueue(ptr(vmID), uint32(vmIDSize), ptr(name), uint32(nameSize), ptr(id))
}

func (imported) ProxyDequeueSharedQueue(queue uint32, value **byte, valueSize *int) uint32 {
	return hostDequeueSharedQueue(queue, ptr(value), ptr(valueSize))
}

func (imported) ProxyEnqueueSharedQueue(queue uint32, value *byte, valueSize int) uint32 {
	return hostEnqueueSharedQueue(queue, ptr(value), uint32(valueSize))
}

func (imported) ProxyGetHeaderMapValue(headers uint32, key *byte, keySize int, value **byte, valueSize *int) uint32 {
	return hostGetHeaderMapValue(headers, ptr(key), uint32(keySize), ptr(value), ptr(valueSize))
}

func (imported) ProxyAddHeaderMapValue(headers uint32, key *byte, keySize int, value *byte, valueSize int) uint32 {
	return hostAddHeaderMapValue(headers, ptr(key), uint32(keySize), ptr(value), uint32(valueSize))
}

func (imported) ProxyReplaceHeaderMapValue(headers uint32, key *byte, keySize int, value *byte, valueSize int) uint32 {
	return hostReplaceHeaderMapValue(headers, ptr(key), uint32(keySize), ptr(value), uint32(valueSize))
}

func (imported) ProxyRemoveHeaderMapValue(headers uint32, key *byte, keySize int) uint32 {
	return hostRemoveHeaderMapValue(headers, ptr(key), uint32(keySize))
}

func (imported) ProxyGetHeaderMapPairs(headers uint32, value **byte, valueSize *int) uint32 {
	return hostGetHeaderMapPairs(headers, ptr(value), ptr(valueSize))
}

func (imported) ProxySetHeaderMapPairs(headers uint32, pairs *byte, pairsSize int) uint32 {
	return hostSetHeaderMapPairs(headers, ptr(pairs), uint32(pairsSize))
}

func (imported) ProxyGetBufferBytes(buffer uint32, start int, maxSize int, value **byte, valueSize *int) uint32 {
	return hostGetBufferBytes(buffer, uint32(start), uint32(maxSize), ptr(value), ptr(valueSize))
}

func (imported) ProxySetBufferBytes(buffer uint32, start int, maxSize int, value *byte, valueSize int) uint32 {
	return hostSetBufferBytes(buffer, uint32(start), uint32(maxSize), ptr(value), uint32(valueSize))
}

func (imported) ProxyContinueStream(stream uint32) uint32 { return hostContinueStream(stream) }

func (imported) ProxyCloseStream(stream uint32) uint32 { return hostCloseStream(stream) }

func (imported) ProxyHttpCall(cluster *byte, clusterSize int, headers *byte, headersSize int, body *byte, bodySize int, trailers *byte, trailersSize int, timeout uint32, id *uint32) uint32 {
	return hostHTTPCall(ptr(cluster), uint32(clusterSize), ptr(headers), uint32(headersSize), ptr(body), uint32(bodySize), ptr(trailers), uint32(trailersSize), timeout, ptr(id))
}

func (imported) ProxyCallForeignFunction(name *byte, nameSize int, param *byte, paramSize int, value **byte, valueSize *int) uint32 {
	return hostCallForeignFunction(ptr(name), uint32(nameSize), ptr(param), uint32(paramSize), ptr(value), ptr(valueSize))
}

func (imported) ProxySetTickPeriodMilliseconds(period uint32) uint32 {
	return hostSetTickPeriodMilliseconds(period)
}

func (imported) ProxySetEffectiveContext(context uint32) uint32 {
	return hostSetEffectiveContext(context)
}

func (imported) ProxyDone() uint32 { return hostDone() }

func (imported) ProxyDefineMetric(kind uint32, name *byte, nameSize int, id *uint32) uint32 {
	return hostDefineMetric(kind, ptr(name), uint32(nameSize), ptr(id))
}

func (imported) ProxyIncrementMetric(metric uint32, offset int64) uint32 {
	return hostIncrementMetric(metric, offset)
}

func (imported) ProxyRecordMetric(metric uint32, value uint64) uint32 {
	return hostRecordMetric(metric, value)
}

func (imported) ProxyGetMetric(metric uint32, value *uint64) uint32 {
	return hostGetMetric(metric, ptr(value))
}
