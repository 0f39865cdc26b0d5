// Clients runs the MCP SDKs that people use through mcponce, makes each of them meet every refusal, and writes what its caller
// gets to see to docs/CLIENTS.md:
//
//	make clients
//
// Each SDK is driven by a short program in its own language (python, node, gosdk, rust), which opens a session and makes
// calls as it is told. The MCP server is here, with a ledger of what it executed; between the program and the gateway is a
// wire that can be cut. The run fails if an action is executed other than once, or if a caller does not get what
// docs/SEMANTICS.md promises.
package main
