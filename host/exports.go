package host

import "github.com/tetratelabs/wazero/api"

// callback is a function that the filter exports, or nil.
type callback = api.Function

// exports are the callbacks of a filter. What it has not is nil, and is skipped.
type exports struct {
	allocate callback

	contextCreate, vmStart, configure, tick, queueReady, calloutResponse callback
	request, response                                                    wayExports
	log, done, delete                                                    callback
}

// wayExports are the callbacks for one direction of a stream.
type wayExports struct{ headers, body, trailers callback }

func exportsOf(m api.Module) exports {
	return exports{
		allocate:        m.ExportedFunction(allocator),
		contextCreate:   m.ExportedFunction("proxy_on_context_create"),
		vmStart:         m.ExportedFunction("proxy_on_vm_start"),
		configure:       m.ExportedFunction("proxy_on_configure"),
		tick:            m.ExportedFunction("proxy_on_tick"),
		queueReady:      m.ExportedFunction("proxy_on_queue_ready"),
		calloutResponse: m.ExportedFunction("proxy_on_http_call_response"),
		request: wayExports{
			headers:  m.ExportedFunction("proxy_on_request_headers"),
			body:     m.ExportedFunction("proxy_on_request_body"),
			trailers: m.ExportedFunction("proxy_on_request_trailers"),
		},
		response: wayExports{
			headers:  m.ExportedFunction("proxy_on_response_headers"),
			body:     m.ExportedFunction("proxy_on_response_body"),
			trailers: m.ExportedFunction("proxy_on_response_trailers"),
		},
		log:    m.ExportedFunction("proxy_on_log"),
		done:   m.ExportedFunction("proxy_on_done"),
		delete: m.ExportedFunction("proxy_on_delete"),
	}
}
