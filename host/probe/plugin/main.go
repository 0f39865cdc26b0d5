// Command plugin is a proxy-wasm filter that does what little programs tell it to, and writes a line into the log for
// every callback and for every host call that it makes. It is built for wasip1 with -buildmode=c-shared, on raw imports
// and exports without an SDK, so that nothing stands between a host and what is seen of it.
//
// A line is "probe VM CONTEXT TEXT": VM is a random word that tells the VMs apart, CONTEXT the name of a stream (its
// header x-name) or "root" ("root2" for the second root context of the VM, and so on). Ids of contexts, callouts, queues
// and metrics never appear; all are named.
//
// A stream's program is its request header x-probe. A root context's is the plugin's configuration, and for vm_start the
// VM's configuration. Clauses of a stream's program for tick, queue_ready and http_call_response are left with the VM,
// in place of those that were there. The package's parser and interpreter say what a program looks like: program.go and
// instructions_wasip1.go.
//
// A request with the header x-who is answered with the VM's word, a space and the plugin's configuration, and not traced.
package main

func main() {} // never runs: in a module built with -buildmode=c-shared the exports are called
