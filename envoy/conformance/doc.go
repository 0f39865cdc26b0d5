// Conformance runs the official MCP conformance suite against the Go SDK's conformance server, without mcponce and through
// it, and demands the same result, line by line:
//
//	make conformance
//
// A line is one check of the suite: what it is called, its status, its error, and the details that it noted, among them the
// server's answers. What differs from run to run by its nature (session ids, addresses, times) is replaced by a word.
//
// The suite runs once more with an idempotency key on every request, as a client would send it: see keying.
package main
