package main

import (
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcponce/plugin/policy"
)

func TestServeSaysWhatIsWrong(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	loop := filepath.Join(t.TempDir(), "loop")
	if err := os.Symlink(loop, loop); err != nil {
		t.Fatal(err)
	}
	directory := t.TempDir()
	config := func(text string) func(*serve) { return func(s *serve) { s.Config = file(t, text) } }
	for name, c := range map[string]struct {
		change func(s *serve)
		want   string
	}{
		"no configuration":        {func(s *serve) { s.Config = "" }, "--config: want the file with the filter's configuration; the smallest one,"},
		"configuration not there": {func(s *serve) { s.Config = "none.json" }, "--config: open none.json: no such file or directory; the smallest one,"},
		"configuration directory": {func(s *serve) { s.Config = directory }, "--config: read " + directory + ": is a directory"},
		"configuration unread":    {func(s *serve) { s.Config = loop }, "--config: open " + loop + ": too many levels of symbolic links"},
		"not JSON":                {config("paths: /mcp"), ":\n  configuration: want a JSON object, got text that is none: the grammar of JSON breaks at line 1, column 1"},
		"empty file":              {config(""), ":\n  configuration: want a JSON object, got nothing"},
		"unknown field":           {config(`{"paths": ["/mcp"], "anonymous": "shared", "tools": [{"match": ["*"], "retain": "1h"}]}`), ":\n  tools[0].retain: unknown field"},
		"two faults":              {config(`{"paths": 1, "anonymous": "shared", "tools": 2}`), "got 1\n  tools: want"},
		"another cluster":         {config(strings.Replace(smallest, "mcp_upstream", "bank", 1)), `:` + "\n" + `  callout.cluster: want "mcp_upstream", the one cluster of this gateway, got "bank"`},
		"filter not there":        {func(s *serve) { s.Wasm = "none.wasm" }, "--wasm: open none.wasm: no such file or directory; make build compiles it"},
		"filter directory":        {func(s *serve) { s.Wasm = directory }, "--wasm: read " + directory + ": is a directory"},
		"not a module":            {func(s *serve) { s.Wasm = s.Config }, "mcponce.json: the plugin is not a WebAssembly module"},
		"not a filter":            {func(s *serve) { s.Wasm = file(t, "\x00asm\x01\x00\x00\x00") }, "mcponce.json: the plugin is not a proxy-wasm filter"},
		"upstream with a path":    {func(s *serve) { s.Upstream = "http://127.0.0.1:9/mcp" }, `--upstream: want HOST:PORT, such as 127.0.0.1:9001, got "http://127.0.0.1:9/mcp" (the path`},
		"upstream without a port": {func(s *serve) { s.Upstream = "127.0.0.1" }, "--upstream: want HOST:PORT"},
		"upstream port":           {func(s *serve) { s.Upstream = "127.0.0.1:70000" }, "--upstream: want HOST:PORT"},
		"upstream without a host": {func(s *serve) { s.Upstream = ":9001" }, "--upstream: want HOST:PORT"},
		"TLS upstream":            {func(s *serve) { s.Upstream = "https://127.0.0.1:9" }, "mcponce serve speaks no TLS to the server"},
		"no workers":              {func(s *serve) { s.Workers = 0 }, "--workers: want at least 1, got 0"},
		"negative drain":          {func(s *serve) { s.Drain = -1 }, "--drain: want a duration of at least 0s, got -1ns"},
		"listen without a port":   {func(s *serve) { s.Listen = "127.0.0.1" }, `--listen: want HOST:PORT, such as 127.0.0.1:10000, got "127.0.0.1"`},
		"listen port":             {func(s *serve) { s.Listen = "127.0.0.1:x" }, "--listen: listen tcp: lookup tcp/x: unknown port"},
		"listen in use":           {func(s *serve) { s.Listen = taken.Addr().String() }, "address already in use: stop what listens there, or choose another port"},
		"admin without a port":    {func(s *serve) { s.Admin = "" }, "--admin: want HOST:PORT"},
		"admin in use":            {func(s *serve) { s.Admin = taken.Addr().String() }, "--admin: listen tcp " + taken.Addr().String() + ": bind: address already in use: stop"},
		"admin is listen":         {func(s *serve) { s.Listen, s.Admin = "127.0.0.1:10000", "127.0.0.1:10000" }, "--admin: want an address of its own, got 127.0.0.1:10000, which is --listen's too"},
		"listen is upstream":      {func(s *serve) { s.Upstream, s.Listen = "http://127.0.0.1:9", "127.0.0.1:9" }, "--listen: want an address of its own, got 127.0.0.1:9, which is --upstream's too"},
	} {
		t.Run(name, func(t *testing.T) {
			s := command(t)
			c.change(s)
			err := s.run(t.Context(), io.Discard, func(string, string) { t.Error("it serves") })
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v\nwant %q in the error", err, c.want)
			}
		})
	}
}

func TestSmallestConfigurationIsShownWholeAndAccepted(t *testing.T) {
	_, err := (&serve{}).readConfig()
	_, shown, found := strings.Cut(err.Error(), "\n\n")
	if !found {
		t.Fatalf("got %v; want a configuration in it", err)
	}
	config, err := policy.Parse([]byte(shown))
	if err != nil {
		t.Fatal(err)
	}
	if !config.Governs("/mcp") || effect(config, "any") != policy.Write {
		t.Errorf("got %+v; want every tool at /mcp guarded", config)
	}
}
