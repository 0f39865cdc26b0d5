package abi

import (
	"time"
	"unsafe"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"
)

// Listener hears what the SDK's contexts are not told.
type Listener interface {
	// OnHTTPCallResponse: a callout sent by Host.DispatchHTTPCall has ended. The effective context is the plugin's. The
	// SDK's GetHttpCallResponseHeaders and GetHttpCallResponseBody read the answer; numHeaders is 0 when the exchange
	// was cut in the middle of the answer. Call ids are unique within a VM.
	OnHTTPCallResponse(callID uint32, numHeaders, bodySize int)

	// OnPanic: a callback for the context panicked with value; the callback's name is the export's. The effective
	// context is that of the callback.
	OnPanic(contextID uint32, callback string, value any)
}

// Run makes vm the SDK's VM context and listener the hearer of all else. It must be called from an init function: in a
// module built with -buildmode=c-shared main never runs.
func Run(vm types.VMContext, l Listener) {
	proxywasm.SetVMContext(vm)
	listener = l
}

var listener Listener

// Host gives the host calls that the SDK has not, or not whole.
type Host struct{}

// SendLocalResponse answers the effective stream in the gateway's name. details becomes %RESPONSE_CODE_DETAILS%; the host
// replaces white space in it. The reply is sent when the running callback ends.
func (Host) SendLocalResponse(status int, details string, headers [][2]string, body []byte) error {
	d, pairs := []byte(details), serializeMap(headers)
	return statusToError(hostSendLocalResponse(uint32(status), bytePtr(d), uint32(len(d)), bytePtr(body), uint32(len(body)),
		bytePtr(pairs), uint32(len(pairs)), -1))
}

// DispatchHTTPCall sends a request to a cluster, owned by the effective context's plugin rather than by a stream, and
// returns its id within the VM. timeout is rounded down to milliseconds. Errors: types.ErrorStatusBadArgument (no such
// cluster, or malformed headers), types.ErrorInternalFailure (the cluster has no healthy host).
func (Host) DispatchHTTPCall(cluster string, headers [][2]string, body []byte, timeout time.Duration) (uint32, error) {
	var id uint32
	c, pairs, trailers := []byte(cluster), serializeMap(headers), serializeMap(nil)
	status := hostHTTPCall(bytePtr(c), uint32(len(c)), bytePtr(pairs), uint32(len(pairs)), bytePtr(body), uint32(len(body)),
		bytePtr(trailers), uint32(len(trailers)), uint32(timeout.Milliseconds()), ptr(&id))
	return id, statusToError(status)
}

// DefineCounter returns the id of the counter of that name, 0 where the host refuses it. Like AddToMetric it does what the
// SDK's metrics do, but for their panics: those bring package fmt into the module.
func (Host) DefineCounter(name string) (metric uint32) { return defineMetric(0, name) }

// DefineGauge returns the id of the gauge of that name, 0 where the host refuses it.
func (Host) DefineGauge(name string) (metric uint32) { return defineMetric(1, name) }

// DefineHistogram returns the id of the histogram of that name, 0 where the host refuses it.
func (Host) DefineHistogram(name string) (metric uint32) { return defineMetric(2, name) }

func defineMetric(kind uint32, name string) (metric uint32) {
	n := []byte(name)
	_ = hostDefineMetric(kind, bytePtr(n), uint32(len(n)), ptr(&metric))
	return metric
}

// AddToMetric adds to a counter, to which nothing negative can be added, or to a gauge.
func (Host) AddToMetric(metric uint32, change int64) { _ = hostIncrementMetric(metric, change) }

// RecordInMetric puts a value into a histogram.
func (Host) RecordInMetric(metric uint32, value uint64) { _ = hostRecordMetric(metric, value) }

// Monotonic is the host's monotonic clock, shared by all threads. Unlike Go's own it is not relative to the start of the
// VM.
func (Host) Monotonic() time.Duration {
	const monotonic = 1
	var nanos uint64
	clockTimeGet(monotonic, 1, ptr(&nanos))
	return time.Duration(nanos)
}

//go:linkname serializeMap github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.SerializeMap
func serializeMap(pairs [][2]string) []byte

//go:linkname sdkStatusToError github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/internal.StatusToError
func sdkStatusToError(status uint32) error

func statusToError(status uint32) error { return sdkStatusToError(status) }

func bytePtr(b []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b)) }
