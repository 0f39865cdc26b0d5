package jsonrpc

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The package is part of a small wasm binary and of the trusted base.
func TestImportsStaySmall(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{join .Imports "\n"}}`, ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	allowed := []string{"bytes", "cmp", "encoding/binary", "iter", "math", "math/bits", "slices", "strconv", "unicode/utf8"}
	for _, path := range strings.Fields(string(out)) {
		if !slices.Contains(allowed, path) {
			t.Errorf("imports %s", path)
		}
	}
}
