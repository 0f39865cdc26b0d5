package envoy

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"mcponce/build/wasm"
)

// The oldest and the newest Envoy that this is tested with.
const (
	Oldest = "1.36.4"
	Newest = "1.40.0"
)

// Binary returns the path of the Envoy binary of a version such as "1.40.0". It runs fetch.sh, which installs the binary
// below the module's build/envoy on first use (that needs python3 with venv, and a network) and only finds it later.
func Binary(version string) (string, error) {
	root, err := wasm.Root()
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
