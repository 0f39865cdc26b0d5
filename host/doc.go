// Package host runs a proxy-wasm filter in-process, as Envoy 1.36 to 1.40 does as far as the filter can see: a gateway with
// a VM for each worker, each VM on an event loop of its own, before one HTTP server.
//
//	gateway, err := host.Start(ctx, host.Options{
//		Wasm: module, Configuration: config, Upstream: "127.0.0.1:9001", Workers: 2,
//	})
//	...
//	defer gateway.Close()
//	response, err := http.Post(gateway.URL()+"/mcp", "application/json", body)
//
// # What is alike
//
// A connection belongs to a worker for life, and so do its streams. Every worker has a VM, the main thread has one that
// ticks and never sees a stream, and one more is started and thrown away to try the configuration. They share their data
// and queues (package shareddata) and nothing else.
//
// A filter's callbacks run one at a time in a VM. What they ask for (answer, go on, wake) is done when the callback has
// ended, and may call the filter again from there. Header maps are readable in their phase only. A local reply passes
// through the filter's response callbacks, unless it is made in one of them. Callouts belong to the root context and
// outlive streams. A trap ends the VM: its paused streams get nothing until the idle timeout, every other callback's
// stream gets 503, and a new VM is started for a later stream (FAIL_RELOAD).
//
// # What is not there
//
// One configuration for the whole life of the gateway, one cluster, one route; retries, gRPC, TCP and metadata callbacks,
// and foreign functions are left out.
package host
