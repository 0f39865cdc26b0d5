package host

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Gateway runs a filter on real traffic: HTTP/1.1 and HTTP/2 (prior knowledge) in, one upstream. It ends with Close or
// Shutdown.
type Gateway struct {
	*engine
	network *network

	connections atomic.Uint64
	mu          sync.Mutex
	belong      map[net.Conn]connection
	listener    net.Listener
	server      *http.Server
	serving     sync.WaitGroup
	closing     sync.Once
}

// Start compiles the filter, starts its VMs and listens. When the filter refuses its configuration, the error holds what
// it logged. ctx bounds the start, not the run.
func Start(ctx context.Context, o Options) (*Gateway, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	if _, _, err := net.SplitHostPort(o.Upstream); err != nil {
		return nil, fmt.Errorf("Options.Upstream: want an address such as 127.0.0.1:9001, got %q: %w", o.Upstream, err)
	}
	g := &Gateway{engine: newEngine(o, false), belong: map[net.Conn]connection{}}
	g.removed = g.disconnect
	g.network = newNetwork(o, g.clock)
	g.upstream = g.network
	if err := g.start(ctx); err != nil {
		return nil, err
	}
	if err := g.listen(); err != nil {
		g.stop()
		return nil, err
	}
	return g, nil
}

func (g *Gateway) listen() (err error) {
	if g.listener, err = net.Listen("tcp", g.options.Listen); err != nil {
		return fmt.Errorf("the listener: %w", err)
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	g.server = &http.Server{Handler: http.HandlerFunc(g.serve), Protocols: protocols, ConnContext: g.accept, ConnState: g.forget}
	g.serving.Go(func() { _ = g.server.Serve(g.listener) })
	return nil
}

// connection is where a connection belongs for life.
type connection struct {
	worker *worker
	chain  *chain
	number uint64
}

// connectionKey is the context key of it.
type connectionKey struct{}

// accept gives connections to the workers in turn.
func (g *Gateway) accept(ctx context.Context, conn net.Conn) context.Context {
	n := g.connections.Add(1) - 1
	c := connection{g.workers[n%uint64(len(g.workers))], g.current.Load(), n}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.belong[conn] = c
	return context.WithValue(ctx, connectionKey{}, c)
}

func (g *Gateway) forget(conn net.Conn, state http.ConnState) {
	if state == http.StateClosed || state == http.StateHijacked {
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.belong, conn)
	}
}

// disconnect closes the connections of a chain that is gone from a worker.
func (g *Gateway) disconnect(from *worker, gone *chain) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for conn, c := range g.belong {
		if c.worker == from && c.chain == gone {
			go conn.Close() // tells forget
		}
	}
}

// URL is the base that clients call, http://ip:port.
func (g *Gateway) URL() string { return "http://" + g.listener.Addr().String() }

// Advance moves every clock of the gateway and of its filter ahead; timers that become due run at once.
func (g *Gateway) Advance(d time.Duration) { g.clock.advance(d) }

// Shutdown stops listening, waits for the streams and for callouts that the filter wants to see ended, and closes. Streams
// of GET requests, which may be without an end, are cut at once. When ctx ends first, its error is returned and what still
// ran was cut.
func (g *Gateway) Shutdown(ctx context.Context) error {
	defer g.Close()
	for _, w := range g.workers {
		w.loop.post(w.cutGETs)
	}
	if err := g.server.Shutdown(ctx); err != nil {
		return err
	}
	for _, w := range g.all() {
		if err := w.finish(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Close cuts everything at once. Calling it again does nothing.
func (g *Gateway) Close() {
	g.closing.Do(func() {
		_ = g.server.Close()
		g.stopWorkers()
		g.network.close()
		g.serving.Wait()
		g.closeModules()
	})
}
