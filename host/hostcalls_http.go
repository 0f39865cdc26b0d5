package host

import "slices"

// headersFor is the map if it can be read now, and whether it can be changed. Maps can be reached in their phase only, and
// for reading when the stream has ended.
func (c hostcall) headersFor(kind uint32) (h *headerMap, writable bool) {
	if kind == mapCalloutHeaders {
		return c.vm.calloutHeaders, false
	}
	s := c.vm.stream()
	if s == nil {
		return nil, false
	}
	var open bool
	switch kind {
	case mapRequestHeaders:
		h, open = &s.request.headers, s.request.headersOpen && !s.over || s.logging
	case mapRequestTrailers:
		h, open = &s.request.trailers, s.request.trailersOpen && !s.over
	case mapResponseHeaders:
		h, open = &s.response.headers, s.response.headersOpen && !s.over || s.logging && s.response.started
	case mapResponseTrailers:
		h, open = &s.response.trailers, s.response.trailersOpen && !s.over || s.logging && s.response.hasTrailers
	}
	if !open {
		return nil, false
	}
	return h, !s.over
}

// proxyGetHeaderMapPairs says OK for a map that cannot be read, and shows an empty one.
func proxyGetHeaderMapPairs(c hostcall) status {
	if c.u32(0) > mapLast {
		return statusBadArgument
	}
	h, _ := c.headersFor(c.u32(0))
	if h == nil {
		return c.give(1, nil)
	}
	return c.give(1, h.marshal())
}

func proxySetHeaderMapPairs(c hostcall) status {
	h, writable := c.headersFor(c.u32(0))
	if !writable {
		return statusBadArgument
	}
	*h = c.headers(1)
	return statusOK
}

func proxyGetHeaderMapValue(c hostcall) status {
	h, _ := c.headersFor(c.u32(0))
	if h == nil {
		if s := c.vm.stream(); s != nil && s.logging {
			return statusNotFound
		}
		return statusBadArgument
	}
	value, found := h.get(lower(c.text(1)))
	if !found {
		return statusNotFound
	}
	return c.give(3, []byte(value))
}

func proxyGetHeaderMapSize(c hostcall) status {
	h, writable := c.headersFor(c.u32(0))
	if !writable { // Envoy counts only what can be changed
		return statusBadArgument
	}
	return c.giveU32(1, uint32(h.size()))
}

func (c hostcall) changeHeaders(change func(h *headerMap, name string)) status {
	h, writable := c.headersFor(c.u32(0))
	if !writable {
		return statusBadArgument
	}
	change(h, lower(c.text(1)))
	return statusOK
}

func proxyAddHeaderMapValue(c hostcall) status {
	return c.changeHeaders(func(h *headerMap, name string) { h.add(name, c.text(3)) })
}

func proxyReplaceHeaderMapValue(c hostcall) status {
	return c.changeHeaders(func(h *headerMap, name string) { h.set(name, c.text(3)) })
}

func proxyRemoveHeaderMapValue(c hostcall) status {
	return c.changeHeaders((*headerMap).remove)
}

// bufferFor is the buffer and whether it can be changed, or what reading it gives. The body of a message outside its callback is
// there and empty.
func (c hostcall) bufferFor(kind uint32) (buffer *[]byte, writable bool, fault status) {
	s, r := c.vm.stream(), c.vm.root()
	switch kind {
	case bufferRequestBody, bufferResponseBody:
		switch {
		case s != nil && kind == bufferRequestBody && s.request.buffer != nil:
			return s.request.buffer, true, statusOK
		case s != nil && kind == bufferResponseBody && s.response.buffer != nil:
			return s.response.buffer, true, statusOK
		}
		return new([]byte), false, statusOK
	case bufferCalloutBody:
		buffer = c.vm.calloutBody
	case bufferVMConfig:
		buffer = &c.vm.plugin.vmConfiguration
	case bufferPluginConfig:
		if r != nil && r.configures {
			buffer = &r.configuration
		}
	default:
		return nil, false, statusBadArgument
	}
	if buffer == nil {
		return nil, false, statusNotFound
	}
	return buffer, false, statusOK
}

// proxyGetBufferBytes cuts what reaches beyond the end.
func proxyGetBufferBytes(c hostcall) status {
	buffer, _, fault := c.bufferFor(c.u32(0))
	if fault != statusOK {
		return fault
	}
	start, size := uint64(c.u32(1)), uint64(len(*buffer))
	end := start + uint64(c.u32(2))
	return c.give(3, (*buffer)[min(start, size):min(end, size)])
}

func proxyGetBufferStatus(c hostcall) status {
	buffer, _, fault := c.bufferFor(c.u32(0))
	if fault != statusOK {
		return fault
	}
	c.giveU32(2, 0) // flags: Envoy has none
	return c.giveU32(1, uint32(len(*buffer)))
}

// proxySetBufferBytes puts data before what is there, in place of its beginning, or after it; Envoy knows no other change.
func proxySetBufferBytes(c hostcall) status {
	buffer, writable, fault := c.bufferFor(c.u32(0))
	start, size, data := c.u32(1), c.u32(2), c.copied(3)
	switch {
	case fault != statusOK:
		return fault
	case !writable:
		return statusBadArgument
	case start == 0:
		*buffer = slices.Concat(data, (*buffer)[min(int(size), len(*buffer)):])
	case int(start) >= len(*buffer):
		*buffer = slices.Concat(*buffer, data)
	default:
		return statusBadArgument
	}
	return statusOK
}
