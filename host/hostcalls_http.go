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
		h, open = &s.request.headers, s.request.headersOpen || s.over
	case mapRequestTrailers:
		h, open = &s.request.trailers, s.request.trailersOpen
	case mapResponseHeaders:
		h, open = &s.response.headers, s.response.headersOpen || s.logging && s.response.started
	case mapResponseTrailers:
		h, open = &s.response.trailers, s.response.trailersOpen || s.logging && s.response.hasTrailers
	}
	if !open {
		return nil, false
	}
	return h, !s.over
}

// proxyGetHeaderMapPairs says OK for a map that cannot be read, and shows an empty one.
func proxyGetHeaderMapPairs(c hostcall) status {
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
	h, _ := c.headersFor(c.u32(0))
	if h == nil {
		return statusBadArgument
	}
	size := 0
	for _, pair := range *h {
		size += len(pair[0]) + len(pair[1])
	}
	return c.giveU32(1, uint32(size))
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

// bufferFor is the buffer if there is one now, and whether it can be changed.
func (c hostcall) bufferFor(kind uint32) (buffer *[]byte, writable bool) {
	s := c.vm.stream()
	switch {
	case kind == bufferPluginConfig && c.vm.root() != nil:
		return &c.vm.root().configuration, false
	case kind == bufferVMConfig:
		return &c.vm.plugin.vmConfiguration, false
	case kind == bufferCalloutBody:
		return c.vm.calloutBody, false
	case kind == bufferRequestBody && s != nil:
		return s.request.buffer, true
	case kind == bufferResponseBody && s != nil:
		return s.response.buffer, true
	default:
		return nil, false
	}
}

// proxyGetBufferBytes cuts what reaches beyond the end.
func proxyGetBufferBytes(c hostcall) status {
	buffer, _ := c.bufferFor(c.u32(0))
	if buffer == nil {
		return statusNotFound
	}
	start, end := uint64(c.u32(1)), uint64(c.u32(1))+uint64(c.u32(2))
	if end > 1<<32-1 {
		return statusBadArgument
	}
	size := uint64(len(*buffer))
	return c.give(3, (*buffer)[min(start, size):min(end, size)])
}

func proxyGetBufferStatus(c hostcall) status {
	buffer, _ := c.bufferFor(c.u32(0))
	if buffer == nil {
		return statusNotFound
	}
	c.giveU32(2, 0) // flags: Envoy has none
	return c.giveU32(1, uint32(len(*buffer)))
}

// proxySetBufferBytes replaces all, or adds at an end; Envoy knows no other change.
func proxySetBufferBytes(c hostcall) status {
	buffer, writable := c.bufferFor(c.u32(0))
	if buffer == nil {
		return statusNotFound
	}
	start, size, length := c.u32(1), c.u32(2), uint32(len(*buffer))
	data := c.copied(3)
	switch {
	case !writable:
		return statusBadArgument
	case start == 0 && size == 0:
		*buffer = slices.Concat(data, *buffer)
	case start == 0 && size >= length:
		*buffer = data
	case start >= length:
		*buffer = slices.Concat(*buffer, data)
	default:
		return statusBadArgument
	}
	return statusOK
}
