package main

import "unsafe"

// The host functions of proxy-wasm ABI 0.2.1 without gRPC and TCP. A string is two parameters, its address and its size.

//go:wasmimport env proxy_log
func proxyLog(level uint32, message string) status

//go:wasmimport env proxy_get_log_level
func proxyGetLogLevel(level *uint32) status

//go:wasmimport env proxy_get_current_time_nanoseconds
func proxyGetCurrentTime(nanos *uint64) status

//go:wasmimport env proxy_set_tick_period_milliseconds
func proxySetTickPeriod(millis uint32) status

//go:wasmimport env proxy_set_effective_context
func proxySetEffectiveContext(context uint32) status

//go:wasmimport env proxy_done
func proxyDone() status

//go:wasmimport env proxy_get_status
func proxyGetStatus(code *uint32, message unsafe.Pointer, size *uint32) status

//go:wasmimport env proxy_get_buffer_bytes
func proxyGetBufferBytes(buffer, start, size uint32, data unsafe.Pointer, dataSize *uint32) status

//go:wasmimport env proxy_get_buffer_status
func proxyGetBufferStatus(buffer uint32, size, flags *uint32) status

//go:wasmimport env proxy_set_buffer_bytes
func proxySetBufferBytes(buffer, start, size uint32, data string) status

//go:wasmimport env proxy_get_header_map_pairs
func proxyGetHeaderMapPairs(headers uint32, data unsafe.Pointer, size *uint32) status

//go:wasmimport env proxy_set_header_map_pairs
func proxySetHeaderMapPairs(headers uint32, pairs string) status

//go:wasmimport env proxy_get_header_map_value
func proxyGetHeaderMapValue(headers uint32, name string, data unsafe.Pointer, size *uint32) status

//go:wasmimport env proxy_get_header_map_value
func proxyGetHeaderMapValueAt(headers, name, nameSize, data, size uint32) status

//go:wasmimport env proxy_add_header_map_value
func proxyAddHeaderMapValue(headers uint32, name, value string) status

//go:wasmimport env proxy_replace_header_map_value
func proxyReplaceHeaderMapValue(headers uint32, name, value string) status

//go:wasmimport env proxy_remove_header_map_value
func proxyRemoveHeaderMapValue(headers uint32, name string) status

//go:wasmimport env proxy_get_header_map_size
func proxyGetHeaderMapSize(headers uint32, size *uint32) status

//go:wasmimport env proxy_get_property
func proxyGetProperty(path string, data unsafe.Pointer, size *uint32) status

//go:wasmimport env proxy_set_property
func proxySetProperty(path, value string) status

//go:wasmimport env proxy_continue_stream
func proxyContinueStream(stream uint32) status

//go:wasmimport env proxy_close_stream
func proxyCloseStream(stream uint32) status

//go:wasmimport env proxy_send_local_response
func proxySendLocalResponse(code uint32, details, body, headers string, grpc int32) status

//go:wasmimport env proxy_http_call
func proxyHTTPCall(cluster, headers, body, trailers string, timeoutMillis uint32, id *uint32) status

//go:wasmimport env proxy_get_shared_data
func proxyGetSharedData(key string, data unsafe.Pointer, size, cas *uint32) status

//go:wasmimport env proxy_set_shared_data
func proxySetSharedData(key, value string, cas uint32) status

//go:wasmimport env proxy_register_shared_queue
func proxyRegisterSharedQueue(name string, id *uint32) status

//go:wasmimport env proxy_resolve_shared_queue
func proxyResolveSharedQueue(vm, name string, id *uint32) status

//go:wasmimport env proxy_enqueue_shared_queue
func proxyEnqueueSharedQueue(id uint32, item string) status

//go:wasmimport env proxy_dequeue_shared_queue
func proxyDequeueSharedQueue(id uint32, data unsafe.Pointer, size *uint32) status

//go:wasmimport env proxy_define_metric
func proxyDefineMetric(kind uint32, name string, id *uint32) status

//go:wasmimport env proxy_increment_metric
func proxyIncrementMetric(id uint32, by int64) status

//go:wasmimport env proxy_record_metric
func proxyRecordMetric(id uint32, value uint64) status

//go:wasmimport env proxy_get_metric
func proxyGetMetric(id uint32, value *uint64) status

//go:wasmimport env proxy_call_foreign_function
func proxyCallForeignFunction(name, argument string, data unsafe.Pointer, size *uint32) status

// result is bytes that the host gives. The host writes a 32-bit address, the low half of a pointer that was zero before.
type result struct {
	data *byte
	size uint32
}

func (r *result) to() unsafe.Pointer { return unsafe.Pointer(&r.data) }

func (r *result) text() string { return string(unsafe.Slice(r.data, r.size)) }
