package envoy

import (
	"context"
	"os"
	"strings"
	"testing"
)

func TestStartSaysWhyThePluginRefusesItsConfiguration(t *testing.T) {
	binary, err := Binary(Newest)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Start(context.Background(), Options{
		Binary: binary, Wasm: Wasm(t), Upstream: "127.0.0.1:9", Concurrency: 1,
		Plugin: `{"paths": ["/mcp"], "anonymous": "shared", "tools": [{"mach": ["*"]}]}`,
	})
	if err == nil {
		p.Stop()
		t.Fatal("want Start to fail, got a running Envoy")
	}
	if !strings.Contains(err.Error(), "tools[0].mach") {
		t.Errorf("want the error to name tools[0].mach, got %v", err)
	}
}

func TestStopEndsEnvoyAndRemovesItsFiles(t *testing.T) {
	binary, err := Binary(Newest)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Start(context.Background(), Options{
		Binary: binary, Wasm: Wasm(t), Upstream: "127.0.0.1:9", Concurrency: 1,
		Plugin: `{"paths": ["/mcp"], "anonymous": "shared", "tools": [{"match": ["*"]}]}`,
	})
	if err != nil {
		t.Fatal(err)
	}
	p.Stop()
	p.Stop()
	if _, err := p.Stats(context.Background()); err == nil {
		t.Error("want no answer from the admin interface after Stop, got one")
	}
	if _, err := os.Stat(p.Log()); !os.IsNotExist(err) {
		t.Errorf("want the log removed by Stop, got %v", err)
	}
}
