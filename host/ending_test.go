package host_test

import (
	"context"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"mcponce/host"
)

// The client of a detached call has left. The filter holds its root's end back until the call's outcome is recorded.
func TestShutdownWaitsForCallouts(t *testing.T) {
	b := start(t, plugin(t), unchanged)
	l := b.line()
	l.call("detached", "k")
	b.awaitExecutions(1)
	l.conn.Close()
	if a := <-b.access; a.Details != "downstream_remote_disconnect" {
		t.Fatalf("got the details %q; want downstream_remote_disconnect", a.Details)
	}
	ended := make(chan error, 1)
	go func() { ended <- b.Shutdown(context.Background()) }()
	await(t, "the listener's end", func() bool {
		conn, err := net.Dial("tcp", strings.TrimPrefix(b.URL(), "http://"))
		if err == nil {
			conn.Close()
		}
		return err != nil
	})
	b.release()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	b.count(func() {
		if b.left != 0 {
			t.Error("the callout was cut; want it ended first")
		}
	})
}

func TestShutdownCutsWhatRunsWhenItsTimeIsOver(t *testing.T) {
	b := start(t, plugin(t), unchanged)
	told := b.line().call("inline", "k")
	b.awaitExecutions(1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := b.Shutdown(ctx); err == nil {
		t.Error("got no error; want that of the context")
	}
	want(t, told, "cut")
}

// The drain time of a replaced configuration ends while the gateway waits for a callout.
func TestDrainTimeMayEndDuringShutdown(t *testing.T) {
	b := start(t, plugin(t), unchanged)
	l := b.line()
	l.call("detached", "k")
	b.awaitExecutions(1)
	l.conn.Close()
	<-b.access
	next := host.Plugin{Wasm: plugin(t), Configuration: strings.Replace(config, "200ms", "300ms", 1)}
	if err := b.Update(t.Context(), next); err != nil {
		t.Fatal(err)
	}
	late := b.line()
	late.call("detached", "l")
	b.awaitExecutions(2)
	late.conn.Close()
	<-b.access
	ended := make(chan error, 1)
	go func() { ended <- b.Shutdown(context.Background()) }()
	await(t, "the listener's end", func() bool {
		conn, err := net.Dial("tcp", strings.TrimPrefix(b.URL(), "http://"))
		if err == nil {
			conn.Close()
		}
		return err != nil
	})
	b.Advance(time.Hour)
	b.release()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestShutdownDoesNotWaitForStreamsWithoutAnEnd(t *testing.T) {
	b := start(t, plugin(t), unchanged)
	response := make(chan error, 1)
	go func() {
		_, err := http.Get(b.URL() + "/mcp") // the origin does not answer
		response <- err
	}()
	b.awaitExecutions(1)
	if err := b.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if err := <-response; err == nil {
		t.Error("the stream got an answer; want it cut")
	}
}

func TestCloseLeavesNoGoroutine(t *testing.T) {
	b := start(t, plugin(t), unchanged)
	first, second := b.lines(2)
	for i, l := range append(first, second...) {
		l.call([]string{"inline", "detached"}[i%2], string(rune('a'+i)))
	}
	b.awaitExecutions(4)
	b.Close()
	b.release()
	noGoroutineLeft(t)
}

func noGoroutineLeft(t *testing.T) {
	t.Helper()
	buffer := make([]byte, 16<<20)
	await(t, "the end of the gateway's goroutines", func() bool {
		return !strings.Contains(string(buffer[:runtime.Stack(buffer, true)]), "mcponce/host.(")
	})
}

func TestStartSaysWhatIsWrong(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	wasm := plugin(t)
	for name, c := range map[string]struct {
		options host.Options
		want    string
	}{
		"no module":             {host.Options{Upstream: "127.0.0.1:9"}, "Options.Plugin.Wasm"},
		"no upstream":           {host.Options{Plugin: host.Plugin{Wasm: wasm}}, "Options.Upstream"},
		"not a module":          {host.Options{Plugin: host.Plugin{Wasm: []byte("text")}, Upstream: "127.0.0.1:9"}, "not a WebAssembly module"},
		"not a filter":          {host.Options{Plugin: host.Plugin{Wasm: []byte("\x00asm\x01\x00\x00\x00")}, Upstream: "127.0.0.1:9"}, "not a proxy-wasm filter"},
		"refused configuration": {host.Options{Plugin: host.Plugin{Wasm: wasm, Configuration: `{"path": []}`}, Upstream: "127.0.0.1:9"}, "configuration refused: path:"},
		"address in use": {host.Options{Plugin: host.Plugin{Wasm: wasm, Configuration: config}, Upstream: "127.0.0.1:9", Listen: taken.Addr().String()},
			"address already in use"},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := host.Start(context.Background(), c.options)
			if err == nil {
				g.Close()
				t.Fatalf("got a running gateway; want an error with %q", c.want)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v; want %q in it", err, c.want)
			}
		})
	}
}

// Connections belong to the configuration that was current when they were made. Those of a replaced one are closed at the end
// of its drain time, also when they are idle.
func TestUpdateClosesOldConnections(t *testing.T) {
	b := start(t, plugin(t), unchanged)
	b.release()
	old := b.line()
	want(t, old.call("inline", "k"), "executed")
	next := host.Plugin{Wasm: plugin(t), Configuration: strings.Replace(config, "200ms", "300ms", 1)}
	if err := b.Update(t.Context(), next); err != nil {
		t.Fatal(err)
	}
	want(t, old.call("inline", "k"), "replayed")
	b.Advance(time.Hour)
	if _, err := old.reader.ReadByte(); err == nil {
		t.Error("an old connection is still open")
	}
	want(t, b.line().call("inline", "k"), "replayed")
}
