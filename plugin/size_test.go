package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// maxSize bounds the module, in bytes. A gateway compiles all of it before it serves.
const maxSize = 4 << 20

func TestModuleStaysSmall(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plugin.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-o", path, ".")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	module, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if module.Size() > maxSize {
		t.Errorf("the module has %d bytes, want at most %d: go build -ldflags=-dumpdep says what brings a package in", module.Size(), maxSize)
	}
}
