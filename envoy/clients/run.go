package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"mcponce/build/wasm"
	"mcponce/envoy"
)

// styles are the forms of a refusal that a gateway can be configured for.
var styles = []string{"rpc", "http", "tool"}

const configuration = `{
	"paths": ["/mcp"],
	"namespace": "bank",
	"principal": {"header": "x-user"},
	"callout": {"cluster": "mcp_upstream"},
	"error_style": %q,
	"max_request": "16KiB",
	"defaults": {"wait": "0s"},
	"tools": [
		{"match": ["statement"], "max_result": "1KiB"},
		{"match": ["pay_once"], "max_attempts": 1},
		{"match": ["*"]}
	]
}`

// run plays every scene with every SDK and writes docs/CLIENTS.md.
func run(ctx context.Context) error {
	root, err := wasm.Root()
	if err != nil {
		return err
	}
	sdks, err := install(ctx, filepath.Join(root, "envoy", "clients"), filepath.Join(root, "build", "clients"))
	if err != nil {
		return err
	}
	o, err := startOrigin()
	if err != nil {
		return err
	}
	defer o.down()
	t := theatre{origin: o, gateways: map[string]*envoy.Process{}}
	defer t.close()
	if err := t.startGateways(ctx); err != nil {
		return err
	}
	var all []programme
	for _, sdk := range sdks {
		for _, version := range sdk.versions {
			p, err := t.playAll(ctx, sdk, version)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", sdk.name, version, err)
			}
			all = append(all, p)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "docs", "CLIENTS.md"), document(sdks, all), 0o644); err != nil {
		return err
	}
	return errors.Join(t.broken...)
}

// theatre is where scenes are played.
type theatre struct {
	origin   *origin
	gateways map[string]*envoy.Process // by error style
	actions  int
	broken   []error // promises
}

func (t *theatre) startGateways(ctx context.Context) error {
	binary, err := envoy.Binary(envoy.Newest)
	if err != nil {
		return err
	}
	plugin, err := wasm.Build("plugin.wasm", "", "./plugin")
	if err != nil {
		return err
	}
	for _, style := range styles {
		t.gateways[style], err = envoy.Start(ctx, envoy.Options{
			Binary: binary, Wasm: plugin, Plugin: fmt.Sprintf(configuration, style), Upstream: t.origin.address, Concurrency: 2,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *theatre) close() {
	for _, g := range t.gateways {
		if g != nil {
			g.Stop()
		}
	}
}

// programme is what was played with one SDK at one version of the protocol.
type programme struct {
	sdk     sdk
	version string
	byStyle map[string][]seen // of scenes, by error style
	header  []seen            // of first and again, with the key in a header
	cuts    []seen            // through mcponce
	unkept  []seen            // without mcponce
}

// seen is what the caller of a scene got to see, and what had happened then.
type seen struct {
	scene      scene
	answer     answer
	alive      bool // the session
	header     bool // where the key was
	sent       int  // calls of the last session's wire
	executions int
}

func (t *theatre) playAll(ctx context.Context, sdk sdk, version string) (programme, error) {
	p := programme{sdk: sdk, version: version, byStyle: map[string][]seen{}}
	program, err := start(ctx, sdk.argv)
	if err != nil {
		return p, err
	}
	defer program.end()
	play := func(list *[]seen, sc scene, style string, header bool) {
		if err != nil {
			return
		}
		s := &stage{ctx: ctx, program: program, version: version, origin: t.origin, gateway: t.gateways[style], header: header}
		var got seen
		got, err = t.play(s, sc)
		*list = append(*list, got)
		if style != "" {
			for _, broken := range got.broken(style) {
				t.broken = append(t.broken, fmt.Errorf("%s, %s, %s, %q: %w", sdk.name, version, style, sc.name, broken))
			}
		}
	}
	for _, style := range styles {
		var list []seen
		for _, sc := range scenes {
			play(&list, sc, style, false)
		}
		p.byStyle[style] = list
	}
	play(&p.header, first, "rpc", true)
	play(&p.header, again, "rpc", true)
	for _, header := range []bool{false, true} {
		for _, sc := range []scene{cut, cutAndRetried, forgotten} {
			play(&p.cuts, sc, "rpc", header)
			play(&p.unkept, sc, "", header)
		}
	}
	fmt.Printf("%s at %s: played\n", sdk.name, version)
	return p, err
}

// play plays one scene with an action of its own.
func (t *theatre) play(s *stage, sc scene) (seen, error) {
	t.actions++
	s.action = fmt.Sprintf("action-%d", t.actions)
	a := sc.play(s)
	if s.err != nil {
		return seen{}, fmt.Errorf("%q: %w", sc.name, s.err)
	}
	return seen{scene: sc, answer: a, header: s.header, sent: s.program.wire.calls(), alive: s.alive(), executions: s.origin.executions(s.action)}, nil
}
