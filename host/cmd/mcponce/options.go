package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"

	"mcponce/host"
	"mcponce/host/local"
	"mcponce/plugin/policy"
)

// smallest is a configuration to begin with: every tool is guarded, and all callers are one.
//
//go:embed smallest.json
var smallest string

// options checks the command line and reads its files. governs tells whether POSTs to a path are guarded.
func (s *serve) options() (o host.Options, governs func(path string) bool, err error) {
	upstream, err := s.check()
	if err != nil {
		return o, nil, err
	}
	config, err := s.readConfig()
	if err != nil {
		return o, nil, err
	}
	wasm, err := readFile("--wasm", s.Wasm, "make build compiles it")
	if err != nil {
		return o, nil, err
	}
	parsed, err := policy.Parse(config)
	if err == nil {
		o, err = local.Options(wasm, string(config), upstream)
	}
	if err != nil {
		return o, nil, fmt.Errorf("--config %s:\n  %s", s.Config, strings.ReplaceAll(err.Error(), "\n", "\n  "))
	}
	o.Listen, o.Workers = s.Listen, s.Workers
	return o, parsed.Governs, nil
}

// check looks at what needs no file, and gives the upstream as HOST:PORT.
func (s *serve) check() (upstream string, err error) {
	if upstream, err = upstreamAddress(s.Upstream); err != nil {
		return "", err
	}
	if s.Workers < 1 {
		return "", fmt.Errorf("--workers: want at least 1, got %d", s.Workers)
	}
	if s.Drain < 0 {
		return "", fmt.Errorf("--drain: want a duration of at least 0s, got %v", s.Drain)
	}
	return upstream, checkDistinct(upstream, s.Listen, s.Admin)
}

// readConfig takes nothing for granted: a configuration that was not chosen might guard the wrong path, or nobody.
func (s *serve) readConfig() ([]byte, error) {
	hint := "the smallest one, where every tool is guarded and all callers are one, is\n\n" + smallest
	if s.Config == "" {
		return nil, fmt.Errorf("--config: want the file with the filter's configuration; %s", hint)
	}
	return readFile("--config", s.Config, hint)
}

// readFile gives the hint where there is no file.
func readFile(flag, path, hint string) ([]byte, error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w; %s", flag, err, hint)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	return content, nil
}

// startFault says which flag is at fault when the gateway does not start.
func (s *serve) startFault(err error) error {
	var listen *net.OpError
	if errors.As(err, &listen) {
		return listenFault("--listen", listen)
	}
	return fmt.Errorf("--wasm %s: %w", s.Wasm, err)
}
