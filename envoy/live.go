package envoy

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// updateBound is far above what an update takes on a loaded machine; another module is compiled first.
const updateBound = 60 * time.Second

func (p *Process) listenersFile() string { return filepath.Join(p.dir, "listeners.yaml") }

// listenersApart moves the listeners of a configuration into a file of their own, which Envoy watches, and returns the
// rest.
func (p *Process) listenersApart(config string) (string, error) {
	const begin, end = "  listeners:\n", "  clusters:\n"
	before, after, found := strings.Cut(config, begin)
	listeners, rest, foundEnd := strings.Cut(after, "\n"+end)
	if !found || !foundEnd {
		return "", fmt.Errorf("envoy.yaml: want %q and then %q", strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	if err := p.moveListeners(listeners); err != nil {
		return "", err
	}
	return before + end + rest + fmt.Sprintf("\ndynamic_resources:\n  lds_config: {path_config_source: {path: %q}}\n", p.listenersFile()), nil
}

// moveListeners puts the one listener into place as a discovery response. Envoy reads the file when another is moved onto
// it.
func (p *Process) moveListeners(listeners string) error {
	const item = "  - "
	listener, found := strings.CutPrefix(listeners, item)
	if !found || strings.Contains(listener, "\n"+item) {
		return errors.New("envoy.yaml: want exactly one listener")
	}
	text := "resources:\n  - \"@type\": type.googleapis.com/envoy.config.listener.v3.Listener\n    " + listener + "\n"
	next := p.listenersFile() + ".next"
	if err := os.WriteFile(next, []byte(text), 0o600); err != nil {
		return err
	}
	return os.Rename(next, p.listenersFile())
}

// ErrRejected: Envoy does not take the new configuration, and goes on with the one it has.
var ErrRejected = errors.New("the update was rejected")

// Update replaces the listener's configuration by what o says about Wasm, Plugin and vm. When it returns, Envoy has
// accepted the configuration (new connections see it a moment later), or ErrRejected.
func (p *Process) Update(ctx context.Context, o Options) error {
	ctx, cancel := context.WithTimeout(ctx, updateBound)
	defer cancel()
	before, err := p.Stats(ctx)
	if err != nil {
		return err
	}
	config, err := render(o)
	if err != nil {
		return err
	}
	if _, err := p.listenersApart(config); err != nil {
		return err
	}
	return p.awaitUpdate(ctx, before)
}

// awaitUpdate waits until Envoy has taken the listeners' file, or refuses it (ErrRejected); before is what its statistics were
// until then.
func (p *Process) awaitUpdate(ctx context.Context, before map[string]uint64) error {
	for poll := time.NewTicker(pollEvery); ; {
		now, err := p.Stats(ctx)
		const lds = "listener_manager.lds.update_"
		switch {
		case err != nil:
			return err
		case now[lds+"success"] > before[lds+"success"]:
			return nil
		case now[lds+"rejected"] > before[lds+"rejected"]:
			return ErrRejected
		}
		select {
		case <-poll.C:
		case <-ctx.Done():
			return fmt.Errorf("neither accepted nor rejected: %w", ctx.Err())
		}
	}
}
