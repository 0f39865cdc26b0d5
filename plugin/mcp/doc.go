// Package mcp reads the Model Context Protocol as it is on the wire: which POST is a tools/call that is to be governed,
// what names its action and what it asks for (Read, Call), and what a server's answer proves about the call (Collector,
// Judge). It knows no host and keeps no state beyond the message.
//
// Sources: MCP 2026-07-28 basic/transports/streamable-http, basic/patterns/mrtr, server/tools, and their predecessors back
// to 2024-11-05.
package mcp
