package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"

	"mcponce/envoy/clients/npm"
)

// Versions of the protocol: the first without sessions, and the last with them.
const (
	modern = "2026-07-28"
	legacy = "2025-11-25"
)

// sdk is a library, and the program that uses it.
type sdk struct {
	name     string
	versions []string // of the protocol, that its client speaks
	argv     []string
	key      string // how a caller sends a key with one call, in the SDK's language
}

// install fetches the SDKs into dir, as the files in source pin them, and builds the programs.
func install(ctx context.Context, source, dir string) ([]sdk, error) {
	python, node := filepath.Join(dir, "python"), filepath.Join(dir, "node")
	cargo, gosdk := filepath.Join(dir, "cargo"), filepath.Join(dir, "gosdk")
	if err := npm.Install(ctx, filepath.Join(source, "node"), node); err != nil {
		return nil, err
	}
	pip := filepath.Join(python, "bin", "pip")
	for _, argv := range [][]string{
		{"python3", "-m", "venv", python},
		{pip, "install", "--quiet", "--disable-pip-version-check", "--requirement", filepath.Join(source, "python", "requirements.txt")},
		{"go", "build", "-o", gosdk, "./envoy/clients/gosdk"},
		{"cargo", "build", "--quiet", "--locked", "--manifest-path", filepath.Join(source, "rust", "Cargo.toml"), "--target-dir", cargo},
	} {
		if out, err := exec.CommandContext(ctx, argv[0], argv[1:]...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", argv, err, out)
		}
	}
	both := []string{modern, legacy}
	return []sdk{
		{"Python `mcp` 2.3.0", both, []string{filepath.Join(python, "bin", "python"), filepath.Join(source, "python", "client.py")},
			"`client.call_tool(name, arguments, meta={\"mcponce/idempotency-key\": key})`"},
		{"TypeScript `@modelcontextprotocol/client` 2.4.0", both, []string{"node", filepath.Join(node, "v2.mjs")},
			"`client.callTool({ name, arguments, _meta: { 'mcponce/idempotency-key': key } })`"},
		{"TypeScript `@modelcontextprotocol/sdk` 1.32.2", []string{legacy}, []string{"node", filepath.Join(node, "v1.mjs")},
			"`client.callTool({ name, arguments, _meta: { 'mcponce/idempotency-key': key } })`"},
		{"Go `go-sdk` 1.8.0", both, []string{gosdk},
			"`session.CallTool(ctx, &mcp.CallToolParams{Meta: mcp.Meta{\"mcponce/idempotency-key\": key}, …})`"},
		{"Rust `rmcp` 3.11.0", both, []string{filepath.Join(cargo, "debug", "client")},
			"`params.set_meta(…)` with `mcponce/idempotency-key`, then `session.call_tool(params)`"},
	}, nil
}
