package abi

import "unsafe"

// The host functions of proxy-wasm ABI 0.2.0, with the parameters that the host declares. Every one returns a status; 0 is
// success. Results are written through the pointers given: a 32-bit address and size, the address low in a 64-bit
// pointer that was zero before. Only what every target host has is imported, since a missing import fails the module.

//go:wasmimport env proxy_log
func hostLog(level uint32, message unsafe.Pointer, messageSize uint32) uint32

//go:wasmimport env proxy_set_property
func hostSetProperty(path unsafe.Pointer, pathSize uint32, value unsafe.Pointer, valueSize uint32) uint32

//go:wasmimport env proxy_get_property
func hostGetProperty(path unsafe.Pointer, pathSize uint32, value, valueSize unsafe.Pointer) uint32

//go:wasmimport env proxy_send_local_response
func hostSendLocalResponse(status uint32, details unsafe.Pointer, detailsSize uint32, body unsafe.Pointer, bodySize uint32, headers unsafe.Pointer, headersSize uint32, grpcStatus int32) uint32

//go:wasmimport env proxy_get_shared_data
func hostGetSharedData(key unsafe.Pointer, keySize uint32, value, valueSize, cas unsafe.Pointer) uint32

//go:wasmimport env proxy_set_shared_data
func hostSetSharedData(key unsafe.Pointer, keySize uint32, value unsafe.Pointer, valueSize uint32, cas uint32) uint32

//go:wasmimport env proxy_register_shared_queue
func hostRegisterSharedQueue(name unsafe.Pointer, nameSize uint32, id unsafe.Pointer) uint32

//go:wasmimport env proxy_resolve_shared_queue
func hostResolveSharedQueue(vmID unsafe.Pointer, vmIDSize uint32, name unsafe.Pointer, nameSize uint32, id unsafe.Pointer) uint32

//go:wasmimport env proxy_dequeue_shared_queue
func hostDequeueSharedQueue(queue uint32, value, valueSize unsafe.Pointer) uint32

//go:wasmimport env proxy_enqueue_shared_queue
func hostEnqueueSharedQueue(queue uint32, value unsafe.Pointer, valueSize uint32) uint32

//go:wasmimport env proxy_get_header_map_value
func hostGetHeaderMapValue(headers uint32, key unsafe.Pointer, keySize uint32, value, valueSize unsafe.Pointer) uint32

//go:wasmimport env proxy_add_header_map_value
func hostAddHeaderMapValue(headers uint32, key unsafe.Pointer, keySize uint32, value unsafe.Pointer, valueSize uint32) uint32

//go:wasmimport env proxy_replace_header_map_value
func hostReplaceHeaderMapValue(headers uint32, key unsafe.Pointer, keySize uint32, value unsafe.Pointer, valueSize uint32) uint32

//go:wasmimport env proxy_remove_header_map_value
func hostRemoveHeaderMapValue(headers uint32, key unsafe.Pointer, keySize uint32) uint32

//go:wasmimport env proxy_get_header_map_pairs
func hostGetHeaderMapPairs(headers uint32, value, valueSize unsafe.Pointer) uint32

//go:wasmimport env proxy_set_header_map_pairs
func hostSetHeaderMapPairs(headers uint32, pairs unsafe.Pointer, pairsSize uint32) uint32

//go:wasmimport env proxy_get_buffer_bytes
func hostGetBufferBytes(buffer, start, maxSize uint32, value, valueSize unsafe.Pointer) uint32

//go:wasmimport env proxy_set_buffer_bytes
func hostSetBufferBytes(buffer, start, maxSize uint32, value unsafe.Pointer, valueSize uint32) uint32

//go:wasmimport env proxy_continue_stream
func hostContinueStream(stream uint32) uint32

//go:wasmimport env proxy_close_stream
func hostCloseStream(stream uint32) uint32

//go:wasmimport env proxy_http_call
func hostHTTPCall(cluster unsafe.Pointer, clusterSize uint32, headers unsafe.Pointer, headersSize uint32, body unsafe.Pointer, bodySize uint32, trailers unsafe.Pointer, trailersSize uint32, timeoutMillis uint32, id unsafe.Pointer) uint32

//go:wasmimport env proxy_call_foreign_function
func hostCallForeignFunction(name unsafe.Pointer, nameSize uint32, param unsafe.Pointer, paramSize uint32, value, valueSize unsafe.Pointer) uint32

//go:wasmimport env proxy_set_tick_period_milliseconds
func hostSetTickPeriodMilliseconds(period uint32) uint32

//go:wasmimport env proxy_set_effective_context
func hostSetEffectiveContext(context uint32) uint32

//go:wasmimport env proxy_done
func hostDone() uint32

//go:wasmimport env proxy_define_metric
func hostDefineMetric(kind uint32, name unsafe.Pointer, nameSize uint32, id unsafe.Pointer) uint32

//go:wasmimport env proxy_increment_metric
func hostIncrementMetric(metric uint32, offset int64) uint32

//go:wasmimport env proxy_record_metric
func hostRecordMetric(metric uint32, value uint64) uint32

//go:wasmimport env proxy_get_metric
func hostGetMetric(metric uint32, value unsafe.Pointer) uint32

// clockTimeGet is WASI's clock_time_get; clock 1 is the host's monotonic clock, the same for all threads.
//
//go:wasmimport wasi_snapshot_preview1 clock_time_get
func clockTimeGet(clock uint32, precision uint64, nanos unsafe.Pointer) uint32
