// Package classify sorts the tools of an MCP server by side effect, for a configuration to begin with.
//
// It is conservative: a tool is proposed as one that only reads if the server says so (readOnlyHint) and nothing speaks
// against it. Whatever else is governed. A reading tool that is governed costs its callers a key; a writing tool that is
// taken for a reading one loses its protection.
package classify
