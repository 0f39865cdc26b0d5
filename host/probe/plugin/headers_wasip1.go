package main

import (
	"sort"
	"strconv"
	"strings"
	"unsafe"
)

func getHeader(headers uint32, name string) string {
	var r result
	return bytesOf(proxyGetHeaderMapValue(headers, name, r.to(), &r.size), r.text())
}

// getPairs traces the names in alphabetical order, or of the given ones the pairs in the order of the map.
func getPairs(headers uint32, wanted []string) string {
	var r result
	s := proxyGetHeaderMapPairs(headers, r.to(), &r.size)
	if s != statusOK {
		return s.String()
	}
	var shown []string
	for _, pair := range unmarshal(r.text()) {
		if len(wanted) == 0 {
			shown = append(shown, pair[0])
		}
		for _, name := range wanted {
			if name == pair[0] {
				shown = append(shown, pair[0]+"="+pair[1])
			}
		}
	}
	if len(wanted) == 0 {
		sort.Strings(shown)
	}
	return strings.TrimSpace(s.String() + " " + strings.Join(shown, " "))
}

// headerSize traces what the size is that of, since the map holds random ids.
func headerSize(headers uint32) string {
	var n uint32
	if s := proxyGetHeaderMapSize(headers, &n); s != statusOK {
		return s.String()
	}
	var r result
	proxyGetHeaderMapPairs(headers, r.to(), &r.size)
	pairs, bytes := unmarshal(r.text()), 0
	for _, pair := range pairs {
		bytes += len(pair[0]) + len(pair[1])
	}
	switch {
	case int(n) == bytes:
		return "OK the bytes of names and values"
	case int(n) == len(pairs):
		return "OK the number of headers"
	default:
		return "OK " + strconv.Itoa(int(n))
	}
}

// getHeaderAt asks for a header with one address beyond the memory: that of its name, or of the result.
func getHeaderAt(headers uint32, beyond string) string {
	const far, name = 0xFFFF0000, ":path"
	at := uint32(uintptr(unsafe.Pointer(unsafe.StringData(name))))
	if beyond == "name" {
		at = far
	}
	return proxyGetHeaderMapValueAt(headers, at, uint32(len(name)), far, far+4).String()
}
