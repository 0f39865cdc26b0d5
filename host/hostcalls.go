package host

// hostFunctions are the functions of ABI 0.2.1 that this host has. Functions for gRPC and TCP are there, since a missing
// import would fail the module, and say that they are not implemented.
var hostFunctions = []hostFunction{
	{"proxy_log", "iii", proxyLog},
	{"proxy_get_log_level", "i", func(c hostcall) status { return c.giveU32(0, uint32(LevelInfo)) }},
	{"proxy_get_current_time_nanoseconds", "i", func(c hostcall) status {
		return c.giveU64(0, uint64(c.vm.gateway.clock.wall().UnixNano()))
	}},
	{"proxy_set_tick_period_milliseconds", "i", proxySetTickPeriod},
	{"proxy_set_effective_context", "i", proxySetEffectiveContext},
	{"proxy_done", "", proxyDone},
	{"proxy_get_status", "iii", proxyGetStatus},

	{"proxy_get_buffer_bytes", "iiiii", proxyGetBufferBytes},
	{"proxy_get_buffer_status", "iii", proxyGetBufferStatus},
	{"proxy_set_buffer_bytes", "iiiii", proxySetBufferBytes},

	{"proxy_get_header_map_pairs", "iii", proxyGetHeaderMapPairs},
	{"proxy_set_header_map_pairs", "iii", proxySetHeaderMapPairs},
	{"proxy_get_header_map_value", "iiiii", proxyGetHeaderMapValue},
	{"proxy_add_header_map_value", "iiiii", proxyAddHeaderMapValue},
	{"proxy_replace_header_map_value", "iiiii", proxyReplaceHeaderMapValue},
	{"proxy_remove_header_map_value", "iii", proxyRemoveHeaderMapValue},
	{"proxy_get_header_map_size", "ii", proxyGetHeaderMapSize},

	{"proxy_get_property", "iiii", proxyGetProperty},
	{"proxy_set_property", "iiii", proxySetProperty},

	{"proxy_continue_stream", "i", proxyContinueStream},
	{"proxy_close_stream", "i", proxyCloseStream},
	{"proxy_send_local_response", "iiiiiiii", proxySendLocalResponse},
	{"proxy_http_call", "iiiiiiiiii", proxyHTTPCall},

	{"proxy_get_shared_data", "iiiii", proxyGetSharedData},
	{"proxy_set_shared_data", "iiiii", proxySetSharedData},
	{"proxy_register_shared_queue", "iii", proxyRegisterSharedQueue},
	{"proxy_resolve_shared_queue", "iiiii", proxyResolveSharedQueue},
	{"proxy_enqueue_shared_queue", "iii", proxyEnqueueSharedQueue},
	{"proxy_dequeue_shared_queue", "iii", proxyDequeueSharedQueue},

	{"proxy_define_metric", "iiii", proxyDefineMetric},
	{"proxy_increment_metric", "il", proxyIncrementMetric},
	{"proxy_record_metric", "il", proxyRecordMetric},
	{"proxy_get_metric", "ii", proxyGetMetric},

	{"proxy_call_foreign_function", "iiiiii", unimplemented},
	{"proxy_grpc_call", "iiiiiiiiiiii", unimplemented},
	{"proxy_grpc_stream", "iiiiiiiii", unimplemented},
	{"proxy_grpc_send", "iiii", unimplemented},
	{"proxy_grpc_cancel", "i", unimplemented},
	{"proxy_grpc_close", "i", unimplemented},
}

func unimplemented(hostcall) status { return statusUnimplemented }

func proxyLog(c hostcall) status {
	level := c.u32(0)
	if level > uint32(LevelCritical) {
		return statusBadArgument
	}
	text := c.text(1)
	if Level(level) < LevelInfo {
		return statusOK // Envoy's level unless told otherwise
	}
	c.vm.worker.log(Level(level), text)
	return statusOK
}

// proxySetTickPeriod sets the tick of the effective context's root, from the next tick on.
func proxySetTickPeriod(c hostcall) status {
	if r := c.vm.root(); r != nil {
		r.setTick(c.u32(0))
	}
	return statusOK
}

// proxySetEffectiveContext leaves all as it is when the context is gone.
func proxySetEffectiveContext(c hostcall) status {
	id := c.u32(0)
	if id == 0 { // none: the callback's own
		id = c.vm.running
	}
	if c.vm.contexts[id] == nil && c.vm.streams[id] == nil {
		return statusBadArgument
	}
	c.vm.effective = id
	return statusOK
}

func proxyDone(c hostcall) status {
	r := c.vm.contexts[c.vm.effective]
	if r == nil || c.vm.ending[string(r.configuration)] != r {
		return statusNotFound
	}
	c.vm.after(r.finished)
	return statusOK
}

// proxyGetStatus tells how the last callout of the root failed. A later one that goes well changes nothing.
func proxyGetStatus(c hostcall) status {
	r := c.vm.root()
	if r == nil {
		return statusBadArgument
	}
	c.give(1, []byte(r.failure.text))
	return c.giveU32(0, r.failure.code)
}

func proxyContinueStream(c hostcall) status {
	s := c.vm.stream()
	switch c.u32(0) {
	case streamRequest:
		if s != nil {
			s.request.headersOpen, s.request.trailersOpen = false, false
			c.vm.after(s.continueRequest)
		}
	case streamResponse:
		if s != nil {
			c.vm.after(s.continueResponse)
		}
	default:
		return statusBadArgument
	}
	return statusOK
}

func proxyCloseStream(c hostcall) status {
	if kind := c.u32(0); kind != streamRequest && kind != streamResponse {
		return statusBadArgument
	}
	if s := c.vm.stream(); s != nil {
		c.vm.after(s.close)
	}
	return statusOK
}

// proxySendLocalResponse outside a stream does nothing and says OK (envoy#39797).
func proxySendLocalResponse(c hostcall) status {
	reply := localReply{status: int(c.u32(0)), details: detailsWord(c.text(1)), body: c.copied(3), headers: c.headers(5)}
	c.vm.stopNext = true // of whatever stream the reply is for
	if s := c.vm.stream(); s != nil {
		reply.instead = s.answering
		c.vm.after(func() { s.reply(reply) })
	}
	return statusOK
}

// continueRequest takes effect when the callback for the request that asked for it, if one did, has had its result looked at.
func (s *stream) continueRequest() {
	switch {
	case s.closed():
	case s.reading:
		s.request.again = true
	default:
		s.request.resume()
	}
}

func (s *stream) continueResponse() {
	if !s.over {
		s.response.resume()
	}
}

// proxyHTTPCall sends a request that belongs to the root context, whoever makes the call.
func proxyHTTPCall(c hostcall) status {
	r := c.vm.root()
	if r == nil {
		return statusBadArgument
	}
	id, result := r.callOut(c.text(0), c.headers(2), c.copied(4), c.u32(8))
	if result != statusOK {
		return result
	}
	return c.giveU32(9, id)
}
