// Package host runs a proxy-wasm filter in-process, as Envoy 1.36 to 1.40 does as far as the filter can see.
//
// There is one engine with two drivers. A Bench is for tests: the test plays the clients and the server step by step, time
// stands still but for Advance, and the same steps give the same run. A Gateway, which Start makes, serves real traffic:
// HTTP/1.1 and HTTP/2 in, one HTTP/1.1 or HTTP/2 server behind.
//
// # What is alike
//
// A connection belongs to a worker for life, and so do its streams. Every worker has a VM, the main thread has one that
// ticks and never sees a stream, and one more is started and thrown away to try a configuration. They share their data
// and queues (package shareddata) and nothing else.
//
// A filter's callbacks run one at a time in a VM. What they ask for (answer, go on, wake) is done when the callback has
// ended, and may call the filter again from there. Header maps are readable in their phase only. A message that the filter
// stops is held, shown or kept from it as Options and the callback's result say, and has a limit. A local reply passes
// through the filter's response callbacks, unless it is made in one of them. Callouts belong to a root context and outlive
// streams. While the filter starts, or allocates in the middle of a host call, most host functions end its VM.
//
// A trap ends the VM: its paused streams get nothing until the idle timeout, and the streams of other callbacks what
// Options.FailurePolicy says. A configuration that is replaced goes on for the drain time, as another root context of the same
// VM where it can; then its streams are cut and its root is told that it is done.
//
// The probes of package host/probe hold this against a real Envoy, call by call.
//
// # What is not there
//
// One cluster and one route; retries, gRPC, TCP and metadata callbacks, and foreign functions are left out. net/http hides the
// order of a message's headers: a filter sees them sorted.
package host
