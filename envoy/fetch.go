package envoy

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The oldest and the newest Envoy that this is tested with.
const (
	Oldest = "1.36.4"
	Newest = "1.40.0"
)

// Binary returns the path of the Envoy binary of a version such as "1.40.0". It runs fetch.sh, which installs the binary
// below the module's build/envoy on first use (that needs python3 with venv, and a network) and only finds it later.
func Binary(version string) (string, error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	fetch := exec.Command(filepath.Join(root, "envoy", "fetch.sh"), version)
	var stderr bytes.Buffer
	fetch.Stderr = &stderr
	out, err := fetch.Output()
	if err != nil {
		return "", fmt.Errorf("fetching Envoy %s: %w: %s", version, err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(string(out)), nil
}

// moduleRoot is the nearest folder with a go.mod, from the working directory upwards: tests run in their package's folder,
// commands at the root.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod above the working directory: run this inside the mcponce module")
		}
		dir = parent
	}
}
