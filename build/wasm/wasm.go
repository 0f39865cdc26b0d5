// Package wasm compiles filters from the sources of this module, for tests and tools.
package wasm

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// Build compiles a package, such as ./plugin, under build tags (none if empty) to the file build/NAME and returns the file's
// absolute path. Several processes may build the same file at once: none finds half of it.
func Build(name, tags, pkg string) (path string, err error) {
	root, err := Root()
	if err != nil {
		return "", err
	}
	path = filepath.Join(root, "build", name)
	partial := fmt.Sprintf("%s.%d.wasm", path, os.Getpid())
	defer os.Remove(partial)
	build := exec.Command("go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-tags", tags, "-o", partial, pkg)
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", pkg, err, out)
	}
	return path, os.Rename(partial, path)
}

// Root is the nearest folder with a go.mod, from the working directory upwards: tests run in their package's folder,
// commands anywhere in the module.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		_, err := os.Stat(filepath.Join(at, "go.mod"))
		switch {
		case err == nil:
			return at, nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", err
		case at == filepath.Dir(at):
			return "", fmt.Errorf("want a go.mod in %s or above it, found none", dir)
		}
	}
}
