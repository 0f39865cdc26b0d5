package host

import "github.com/tetratelabs/wazero/api"

// exports are the callbacks of a filter. What it has not is nil, and is skipped.
type exports struct {
	allocate api.Function

	contextCreate, vmStart, configure, tick, queueReady, calloutResponse api.Function
	requestHeaders, requestBody, responseHeaders, responseBody           api.Function
	log, done, delete                                                    api.Function
}

func exportsOf(m api.Module) exports {
	return exports{
		allocate:        m.ExportedFunction(allocator),
		contextCreate:   m.ExportedFunction("proxy_on_context_create"),
		vmStart:         m.ExportedFunction("proxy_on_vm_start"),
		configure:       m.ExportedFunction("proxy_on_configure"),
		tick:            m.ExportedFunction("proxy_on_tick"),
		queueReady:      m.ExportedFunction("proxy_on_queue_ready"),
		calloutResponse: m.ExportedFunction("proxy_on_http_call_response"),
		requestHeaders:  m.ExportedFunction("proxy_on_request_headers"),
		requestBody:     m.ExportedFunction("proxy_on_request_body"),
		responseHeaders: m.ExportedFunction("proxy_on_response_headers"),
		responseBody:    m.ExportedFunction("proxy_on_response_body"),
		log:             m.ExportedFunction("proxy_on_log"),
		done:            m.ExportedFunction("proxy_on_done"),
		delete:          m.ExportedFunction("proxy_on_delete"),
	}
}
