package store

import "errors"

// probeKey is what Detect tries the host's compare-and-swap with. It holds the name of the way in which it was created.
const probeKey = "mcponce/probe"

const unusable = "the host has no usable shared data: "

// Detect finds out how the host compares and swaps, and returns its shared data in the form that the rest of this package
// wants. Envoy creates a missing key under any CAS, Kong under CAS 0 only. An error says that the host has no shared data,
// or that its compare-and-swap lets two attempts claim the same action.
func Detect(data SharedData) (SharedData, error) {
	const envoy, kong = "envoy", "kong"
	for _, d := range []struct {
		name string
		data SharedData
	}{{envoy, data}, {kong, strict{data}}} {
		if _, err := d.data.Set(probeKey, []byte(d.name), neverCurrent); err != nil {
			return nil, errors.New(unusable + err.Error())
		}
		created, _, found, err := data.Get(probeKey)
		switch {
		case err != nil:
			return nil, errors.New(unusable + err.Error())
		case found && string(created) == kong: // by this VM, or by one before
			return strict{data}, refusesStale(strict{data})
		case found:
			return data, refusesStale(data)
		}
	}
	return nil, errors.New(unusable + "it keeps no value under a new key")
}

// strict is shared data such as Kong's, where a key is created with CAS 0 (ngx_wasm_module
// src/common/shm/ngx_wa_shm_kv.c).
type strict struct{ SharedData }

func (s strict) Set(key string, value []byte, cas uint32) (stored bool, err error) {
	if cas == neverCurrent {
		cas = 0
	}
	return s.SharedData.Set(key, value, cas)
}

// refusesStale makes sure that a key can be created only once.
func refusesStale(data SharedData) error {
	stored, err := data.Set(probeKey, []byte("2"), neverCurrent)
	if err != nil {
		return errors.New(unusable + err.Error())
	}
	if stored {
		return errors.New("the host's shared data replaces a value although the compare-and-swap token is stale: " +
			"claims would not be exclusive, so mcponce does not start here")
	}
	return nil
}
