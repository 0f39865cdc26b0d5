package main

import "strconv"

// dataGet remembers the value's CAS for casOf.
func dataGet(key string) string {
	var r result
	var seen uint32
	s := proxyGetSharedData(key, r.to(), &r.size, &seen)
	if s == statusOK {
		cas[key] = seen
	}
	said := bytesOf(s, r.text())
	if s == statusOK && seen == 0 {
		said += " with CAS 0"
	}
	return said
}

// casOf is a number, or "read": what the last data_get of the key has read.
func casOf(key, word string) uint32 {
	if word == "read" {
		return cas[key]
	}
	return valueOf(word)
}

func register(name string) string {
	var id uint32
	s := proxyRegisterSharedQueue(name, &id)
	return s.String() + remember(s, name, id)
}

// resolve takes "own" for the id that the VM has.
func resolve(vm, name string) string {
	var id uint32
	if vm == "own" {
		var r result
		proxyGetProperty("plugin_vm_id", r.to(), &r.size)
		vm = r.text()
	}
	s := proxyResolveSharedQueue(vm, name, &id)
	return s.String() + remember(s, name, id)
}

// remember tells whether the queue is the one that the VM knows by its name.
func remember(s status, name string, id uint32) string {
	if s != statusOK {
		return ""
	}
	known, found := queues[name]
	queues[name] = id
	switch {
	case !found:
		return ""
	case known == id:
		return " the same"
	default:
		return " another"
	}
}

func dequeue(name string) string {
	var r result
	return bytesOf(proxyDequeueSharedQueue(queues[name], r.to(), &r.size), r.text())
}

// define tells whether a metric that is known gets the id that it has.
func define(kind uint32, name string) string {
	var id uint32
	s := proxyDefineMetric(kind, name, &id)
	if s != statusOK {
		return s.String()
	}
	known, found := metrics[name]
	metrics[name] = id
	if found && known == id {
		return "OK the same id"
	}
	return "OK"
}

func metric(name string) string {
	var value uint64
	if s := proxyGetMetric(metrics[name], &value); s != statusOK {
		return s.String()
	}
	return "OK " + strconv.FormatInt(int64(value), 10)
}
