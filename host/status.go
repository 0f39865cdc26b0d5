package host

// status is what a host function returns (proxy_status_t).
type status uint32

const (
	statusOK              status = 0
	statusNotFound        status = 1
	statusBadArgument     status = 2
	statusInvalidMemory   status = 6
	statusEmpty           status = 7
	statusCASMismatch     status = 8
	statusInternalFailure status = 10
	statusUnimplemented   status = 12
)

// action is what a stream's callback returns. Envoy takes any value but 0 as a pause of some kind.
type action uint64

const actionContinue action = 0

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
	mapRequestHeaders  = 0
	mapResponseHeaders = 2
	mapCalloutHeaders  = 6
)

// Streams of proxy_continue_stream.
const (
	streamRequest  = 0
	streamResponse = 1
)
