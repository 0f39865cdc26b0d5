package main

import "strconv"

// status is what a host function returns (proxy_status_t).
type status uint32

const (
	statusOK       status = 0
	statusNotFound status = 1
)

var statusNames = map[status]string{0: "OK", 1: "NOT_FOUND", 2: "BAD_ARGUMENT", 3: "SERIALIZATION_FAILURE", 4: "PARSE_FAILURE",
	6: "INVALID_MEMORY_ACCESS", 7: "EMPTY", 8: "CAS_MISMATCH", 10: "INTERNAL_FAILURE", 12: "UNIMPLEMENTED"}

func (s status) String() string {
	if name := statusNames[s]; name != "" {
		return name
	}
	return "status " + strconv.Itoa(int(s))
}

// The numbers behind the words of programs.
var (
	maps = map[string]uint32{"request_headers": 0, "request_trailers": 1, "response_headers": 2, "response_trailers": 3,
		"call_headers": 6, "call_trailers": 7, "unknown": 99}
	buffers = map[string]uint32{"request_body": 0, "response_body": 1, "call_body": 4, "vm_configuration": 6,
		"plugin_configuration": 7, "unknown": 99}
	streams = map[string]uint32{"request": 0, "response": 1, "unknown": 99}
	kinds   = map[string]uint32{"counter": 0, "gauge": 1, "histogram": 2, "unknown": 99}
	levels  = map[string]uint32{"trace": 0, "debug": 1, "info": 2, "warn": 3, "error": 4, "critical": 5, "unknown": 99}
)

// unknownID is that of no context, queue or metric.
const unknownID = 99_999
