package host

// status is what a host function returns (proxy_status_t).
type status uint32

const (
	statusOK                   status = 0
	statusNotFound             status = 1
	statusBadArgument          status = 2
	statusSerializationFailure status = 3
	statusInvalidMemory        status = 6
	statusEmpty                status = 7
	statusCASMismatch          status = 8
	statusInternalFailure      status = 10
	statusUnimplemented        status = 12
)

// headersStatus is what the filter wants of a message with its headers (envoy/http/filter.h, FilterHeadersStatus).
type headersStatus uint64

const (
	headersContinue headersStatus = iota
	headersStop
	headersContinueAndEnd
	headersStopAllAndBuffer
	headersStopAllAndWatermark // and what has no meaning
)

// dataStatus is what the filter wants of a piece of a body (FilterDataStatus).
type dataStatus uint64

const (
	dataContinue dataStatus = iota
	dataStopAndBuffer
	dataStopAndWatermark
	dataStopNoBuffer
)

// stopAll is no result that a filter's callback has: of headers Envoy takes it as headersStopAllAndWatermark, of a body as
// dataStopNoBuffer, of trailers as a stop.
const stopAll = 1 << 32

// dataAction takes what has no meaning as Envoy does (proxy-wasm-cpp-host src/context.cc).
func dataAction(result uint64) dataStatus { return dataStatus(min(result, uint64(dataStopNoBuffer))) }

// Buffers of proxy_get_buffer_bytes.
const (
	bufferRequestBody  = 0
	bufferResponseBody = 1
	bufferCalloutBody  = 4
	bufferVMConfig     = 6
	bufferPluginConfig = 7
)

// Maps of the header functions.
const (
	mapRequestHeaders   = 0
	mapRequestTrailers  = 1
	mapResponseHeaders  = 2
	mapResponseTrailers = 3
	mapCalloutHeaders   = 6
	mapLast             = 7
)

// Streams of proxy_continue_stream.
const (
	streamRequest  = 0
	streamResponse = 1
)
