package gate

import (
	"errors"
	"time"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"
)

// Host is what the filter needs of its host beyond the SDK. Package abi implements it.
type Host interface {
	// SendLocalResponse answers the effective stream; details becomes the response code details.
	SendLocalResponse(status int, details string, headers [][2]string, body []byte) error
	// DispatchHTTPCall sends a request that outlives the stream; its end comes to VM.OnHTTPCallResponse.
	DispatchHTTPCall(cluster string, headers [][2]string, body []byte, timeout time.Duration) (callID uint32, err error)
	// DefineCounter, DefineGauge and DefineHistogram return the id of the metric of that name, which all VMs of the host share. Metrics are for
	// people: where the host refuses one, nothing is counted.
	DefineCounter(name string) (metric uint32)
	DefineGauge(name string) (metric uint32)
	DefineHistogram(name string) (metric uint32)
	// AddToMetric changes a counter or a gauge.
	AddToMetric(metric uint32, change int64)
	// RecordInMetric puts a value into a histogram.
	RecordInMetric(metric uint32, value uint64)
	// Monotonic is a clock that all VMs of the host share.
	Monotonic() time.Duration
}

// sharedData is the host's shared data as the store wants it.
type sharedData struct{}

func (sharedData) Get(key string) (value []byte, cas uint32, found bool, err error) {
	value, cas, err = proxywasm.GetSharedData(key)
	if errors.Is(err, types.ErrorStatusNotFound) {
		return nil, 0, false, nil
	}
	return value, cas, err == nil, err
}

func (sharedData) Set(key string, value []byte, cas uint32) (stored bool, err error) {
	err = proxywasm.SetSharedData(key, value, cas)
	if errors.Is(err, types.ErrorStatusCasMismatch) {
		return false, nil
	}
	return err == nil, err
}

// property returns a property of the effective stream as text, or "".
func property(path ...string) string {
	value, _ := readProperty(path)
	return value
}

// readProperty returns a property of the effective stream as text. One that cannot be read is there, and empty.
func readProperty(path []string) (value string, found bool) {
	raw, err := proxywasm.GetProperty(path)
	if errors.Is(err, types.ErrorStatusNotFound) {
		return "", false
	}
	if err != nil {
		return "", true
	}
	return string(raw), true
}
