package host

import (
	"encoding/binary"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// headerMap is a header map as a filter sees it: names in lower case, pseudo headers first, order kept.
type headerMap [][2]string

// get returns the first value of a header; Envoy shows a filter no other.
func (h headerMap) get(name string) (string, bool) {
	if name == "host" {
		name = ":authority"
	}
	for _, pair := range h {
		if pair[0] == name {
			return pair[1], true
		}
	}
	return "", false
}

func (h headerMap) value(name string) string {
	value, _ := h.get(name)
	return value
}

func (h *headerMap) add(name, value string) { *h = append(*h, [2]string{name, value}) }

func (h *headerMap) remove(name string) {
	*h = slices.DeleteFunc(*h, func(pair [2]string) bool { return pair[0] == name })
}

// set replaces the first header of the name, and removes the others.
func (h *headerMap) set(name, value string) {
	i := slices.IndexFunc(*h, func(pair [2]string) bool { return pair[0] == name })
	if i < 0 {
		h.add(name, value)
		return
	}
	(*h)[i][1] = value
	rest := (*h)[i+1:]
	kept := slices.DeleteFunc(rest, func(pair [2]string) bool { return pair[0] == name })
	*h = (*h)[:i+1+len(kept)]
}

// contentLength is the length that a message declares, or -1.
func contentLength(h headerMap) int64 {
	if n, err := strconv.ParseInt(h.value("content-length"), 10, 64); err == nil && n >= 0 {
		return n
	}
	return -1
}

// size is that of all names and values.
func (h headerMap) size() (n int64) {
	for _, pair := range h {
		n += int64(len(pair[0]) + len(pair[1]))
	}
	return n
}

func (h headerMap) status() int {
	status, _ := strconv.Atoi(h.value(":status"))
	return status
}

// addHTTP appends net/http's headers in the order of their names: the order of the wire is lost there.
func (h *headerMap) addHTTP(from http.Header) {
	names := make([]string, 0, len(from))
	for name := range from {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, value := range from[name] {
			h.add(strings.ToLower(name), value)
		}
	}
}

// toHTTP leaves out pseudo headers, and those that net/http writes from other fields.
func (h headerMap) toHTTP(into http.Header) {
	for _, pair := range h {
		if !strings.HasPrefix(pair[0], ":") && pair[0] != "host" && pair[0] != "transfer-encoding" {
			into.Add(pair[0], pair[1])
		}
	}
}

// hopByHop headers belong to one connection (RFC 9110, section 7.6.1). Envoy takes them away before its filters run.
var hopByHop = []string{"connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade", "expect"}

func (h *headerMap) removeHopByHop() {
	for _, name := range hopByHop {
		h.remove(name)
	}
}

// The limits of a serialized map: beyond them Envoy shows an empty one (proxy-wasm-cpp-host include/proxy-wasm/limits.h).
const (
	maxPairs     = 1024
	maxPairBytes = 1 << 20
)

// marshal is proxy-wasm's form of a map: the count, the sizes of each name and value, then both with a zero byte each.
func (h headerMap) marshal() []byte {
	size := 4
	for _, pair := range h {
		size += 8 + len(pair[0]) + len(pair[1]) + 2
	}
	if len(h) == 0 || len(h) > maxPairs || size > maxPairBytes {
		return nil
	}
	out := binary.LittleEndian.AppendUint32(make([]byte, 0, size), uint32(len(h)))
	for _, pair := range h {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(pair[0])))
		out = binary.LittleEndian.AppendUint32(out, uint32(len(pair[1])))
	}
	for _, pair := range h {
		out = append(append(out, pair[0]...), 0)
		out = append(append(out, pair[1]...), 0)
	}
	return out
}

// unmarshalHeaders reads what a filter wrote. Like Envoy it takes what does not fit exactly as an empty map.
func unmarshalHeaders(data []byte) headerMap {
	if len(data) < 4 || len(data) > maxPairBytes {
		return nil
	}
	count := int(binary.LittleEndian.Uint32(data))
	if count > maxPairs || len(data) < 4+8*count {
		return nil
	}
	sizes, rest := data[4:4+8*count], data[4+8*count:]
	h := make(headerMap, 0, count)
	for ; len(sizes) > 0; sizes = sizes[8:] {
		var pair [2]string
		for i := range pair {
			n := int(binary.LittleEndian.Uint32(sizes[4*i:]))
			if n < 0 || len(rest) < n+1 {
				return nil
			}
			pair[i], rest = string(rest[:n]), rest[n+1:]
		}
		pair[0] = strings.ToLower(pair[0])
		h = append(h, pair)
	}
	if len(rest) > 0 {
		return nil
	}
	return h
}
