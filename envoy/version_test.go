package envoy

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcponce/build/wasm"
)

// A version of the plugin that lays the table out in another way comes under the same vm_id, so that it finds the records of
// the present one.

// otherLayout is the plugin, but for the version of its buckets.
func otherLayout(t *testing.T) string {
	t.Helper()
	root, err := wasm.Root()
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(root, "plugin", "store", "bucket.go")
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	const version = "bucketVersion = 1\n"
	if strings.Count(string(text), version) != 1 {
		t.Fatalf("want %q once in %s", version, source)
	}
	dir := t.TempDir()
	changed, overlay := filepath.Join(dir, "bucket.go"), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(changed, []byte(strings.Replace(string(text), version, "bucketVersion = 2\n", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{source: changed}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, replace, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOFLAGS", strings.TrimSpace(os.Getenv("GOFLAGS")+" -overlay="+overlay))
	path, err := wasm.Build("layout.wasm", "", "./plugin")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestVersionWithAnotherLayoutNeedsAnotherEpoch(t *testing.T) {
	g := startGateway(t, Newest, setting{wasm: Wasm(t), tick: fastTick})
	settled, running := g.key(), g.key()
	g.origin.release()
	want(t, g.line().start("detached", settled), executed)
	g.origin.hold()
	before := g.origin.total()
	first := g.line().start("detached", running)
	g.awaitExecutions(before, 1)

	upgrade := setting{wasm: otherLayout(t), tick: fastTick}
	if err := g.Update(t.Context(), g.options(upgrade)); !errors.Is(err, ErrRejected) {
		t.Fatalf("want the version refused under the same epoch, got %v", err)
	}
	awaitLog(t, g.Process, `store.epoch "1" was opened by a configuration with [mcponce table 1,`)
	want(t, g.line().start("detached", settled), replayed)
	second := g.line().start("detached", running)
	g.awaitWaiting(1)
	g.origin.release()
	want(t, first, executed)
	want(t, second, replayed)

	upgrade.epoch = "2"
	g.become(upgrade)
	own := g.key()
	want(t, g.line().start("detached", own), executed)
	want(t, g.line().start("detached", own), replayed)
	g.once(settled, running, own)

	g.become(g.plain(fastTick)) // back, to records that are as they were
	want(t, g.line().start("detached", settled), replayed)
	want(t, g.line().start("detached", running), replayed)
	g.once(settled, running, own)
}
