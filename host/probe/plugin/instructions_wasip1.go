package main

import (
	"encoding/binary"
	"strconv"
	"strings"
)

const (
	actionContinue = 0
	actionPause    = 1
)

// run is one callback that runs its clauses.
type run struct {
	context *context
	returns uint32
}

// instructions do what a word says, and return what is traced of it: a status and the result.
var instructions = map[string]func(r *run, w []string) string{
	"return": func(r *run, w []string) string { r.returns = valueOf(w[0]); return "" },
	"trap":   func(*run, []string) string { panic("trap") },

	"get":    func(_ *run, w []string) string { return getHeader(maps[w[0]], w[1]) },
	"get_at": func(_ *run, w []string) string { return getHeaderAt(maps[w[0]], w[1]) },
	"pairs":  func(_ *run, w []string) string { return getPairs(maps[w[0]], w[1:]) },
	"size":   func(_ *run, w []string) string { return headerSize(maps[w[0]]) },
	"set_pairs": func(_ *run, w []string) string {
		return proxySetHeaderMapPairs(maps[w[0]], marshal(pairsOf(w[1:]))).String()
	},
	"add":     func(_ *run, w []string) string { return proxyAddHeaderMapValue(maps[w[0]], w[1], w[2]).String() },
	"replace": func(_ *run, w []string) string { return proxyReplaceHeaderMapValue(maps[w[0]], w[1], w[2]).String() },
	"remove":  func(_ *run, w []string) string { return proxyRemoveHeaderMapValue(maps[w[0]], w[1]).String() },

	"buffer":        func(_ *run, w []string) string { return getBuffer(buffers[w[0]], w[1:]) },
	"buffer_status": func(_ *run, w []string) string { return bufferStatus(buffers[w[0]]) },
	"set_buffer": func(_ *run, w []string) string {
		return proxySetBufferBytes(buffers[w[0]], valueOf(w[1]), valueOf(w[2]), w[3]).String()
	},

	"property":     func(_ *run, w []string) string { return getProperty(w[0], strconv.Quote) },
	"number":       func(_ *run, w []string) string { return getProperty(w[0], littleEndian) },
	"has_property": func(_ *run, w []string) string { return getProperty(w[0], func(string) string { return "" }) },
	"set_property": func(_ *run, w []string) string { return proxySetProperty(path(w[0]), w[1]).String() },

	"continue": func(_ *run, w []string) string { return proxyContinueStream(streams[w[0]]).String() },
	"close":    func(_ *run, w []string) string { return proxyCloseStream(streams[w[0]]).String() },
	"reply": func(_ *run, w []string) string {
		return proxySendLocalResponse(valueOf(w[0]), w[1], w[2], marshal(pairsOf(w[3:])), -1).String()
	},
	"call": func(_ *run, w []string) string { return httpCall(w[0], w[1], valueOf(w[2]), w[3], pairsOf(w[4:])) },

	"effective": func(_ *run, w []string) string { return proxySetEffectiveContext(ids[w[0]]).String() },
	"done":      func(*run, []string) string { return proxyDone().String() },
	"tick":      func(_ *run, w []string) string { return proxySetTickPeriod(valueOf(w[0])).String() },
	"log":       func(r *run, w []string) string { return proxyLog(levels[w[0]], logged(r.context, w[1])).String() },
	"log_level": func(*run, []string) string { return logLevel() },
	"status":    func(*run, []string) string { return callStatus() },
	"foreign":   func(_ *run, w []string) string { return foreign(w[0], w[1]) },

	"allocations":        func(*run, []string) string { n := allocations; allocations = 0; return strconv.Itoa(n) },
	"forget_allocations": func(*run, []string) string { allocations = 0; return "" },

	"in_allocator": func(r *run, w []string) string { inAllocator = allocatorAct(r.context, w[0]); return "" },

	"data_get": func(_ *run, w []string) string { return dataGet(w[0]) },
	"data_set": func(_ *run, w []string) string { return proxySetSharedData(w[0], w[1], casOf(w[0], w[2])).String() },
	"register": func(_ *run, w []string) string { return register(w[0]) },
	"resolve":  func(_ *run, w []string) string { return resolve(w[0], w[1]) },
	"enqueue":  func(_ *run, w []string) string { return proxyEnqueueSharedQueue(queues[w[0]], w[1]).String() },
	"dequeue":  func(_ *run, w []string) string { return dequeue(w[0]) },

	"define": func(_ *run, w []string) string { return define(kinds[w[0]], w[1]) },
	"increment": func(_ *run, w []string) string {
		return proxyIncrementMetric(metrics[w[0]], signed(w[1])).String()
	},
	"record": func(_ *run, w []string) string {
		return proxyRecordMetric(metrics[w[0]], uint64(signed(w[1]))).String()
	},
	"metric": func(_ *run, w []string) string { return metric(w[0]) },
}

func (r *run) all(list []instruction) {
	for _, i := range list {
		do := instructions[i.words[0]]
		if do == nil {
			r.context.trace("error: no instruction " + strconv.Quote(i.words[0]))
			continue
		}
		if i.words[0] == "trap" {
			r.context.trace("  trap")
		}
		if said := do(r, i.words[1:]); said != "" {
			r.context.trace("  " + i.text + " = " + said)
		} else {
			r.context.trace("  " + i.text)
		}
	}
}

func valueOf(word string) uint32 {
	switch word {
	case "continue", "false":
		return 0
	case "pause", "true":
		return 1
	case "max":
		return 0xFFFFFFFF
	}
	n, _ := strconv.ParseUint(word, 10, 32)
	return uint32(n)
}

func signed(word string) int64 {
	n, _ := strconv.ParseInt(word, 10, 64)
	return n
}

func pairsOf(words []string) [][2]string {
	var pairs [][2]string
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		pairs = append(pairs, [2]string{name, value})
	}
	return pairs
}

func path(dotted string) string { return strings.ReplaceAll(dotted, ".", "\x00") }

// bytesOf traces a status, and of success the bytes: their number where they are many.
func bytesOf(s status, data string) string {
	const many = 80
	switch {
	case s != statusOK:
		return s.String()
	case len(data) > many:
		return s.String() + " " + strconv.Itoa(len(data)) + " bytes"
	}
	return s.String() + " " + strconv.Quote(data)
}

func littleEndian(data string) string {
	if len(data) != 8 {
		return strconv.Quote(data)
	}
	return strconv.FormatInt(int64(binary.LittleEndian.Uint64([]byte(data))), 10)
}

func getBuffer(buffer uint32, from []string) string {
	start, size := uint32(0), valueOf("max")
	if len(from) == 2 {
		start, size = valueOf(from[0]), valueOf(from[1])
	}
	var r result
	return bytesOf(proxyGetBufferBytes(buffer, start, size, r.to(), &r.size), r.text())
}

func bufferStatus(buffer uint32) string {
	var size, flags uint32
	if s := proxyGetBufferStatus(buffer, &size, &flags); s != statusOK {
		return s.String()
	}
	return "OK " + number("size", size) + " " + number("flags", flags)
}

func getProperty(name string, show func(string) string) string {
	var r result
	if s := proxyGetProperty(path(name), r.to(), &r.size); s != statusOK {
		return s.String()
	}
	return strings.TrimSpace("OK " + show(r.text()))
}

func httpCall(name, cluster string, timeout uint32, body string, headers [][2]string) string {
	var id uint32
	s := proxyHTTPCall(cluster, marshal(headers), body, marshal(nil), timeout, &id)
	if s == statusOK {
		callIDs[id] = name
	}
	return s.String()
}

// logged makes a line that is seen as a part of the trace.
func logged(c *context, text string) string { return "probe " + word + " " + c.name + "     " + text }

func logLevel() string {
	var level uint32
	if s := proxyGetLogLevel(&level); s != statusOK {
		return s.String()
	}
	return "OK " + nameOf(levels, level)
}

func callStatus() string {
	var code uint32
	var r result
	if s := proxyGetStatus(&code, r.to(), &r.size); s != statusOK {
		return s.String()
	}
	return "OK " + number("code", code) + " " + strconv.Quote(r.text())
}

func foreign(name, argument string) string {
	var r result
	return bytesOf(proxyCallForeignFunction(name, argument, r.to(), &r.size), r.text())
}

// allocatorAct is a host call that the allocator is to make.
func allocatorAct(c *context, what string) func() {
	switch what {
	case "log":
		return func() { c.trace("  logged in the allocator") }
	case "time":
		var nanos uint64
		return func() { proxyGetCurrentTime(&nanos) }
	default:
		return func() { proxySetTickPeriod(0) }
	}
}
