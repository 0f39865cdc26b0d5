package host

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"mcponce/host/shareddata"
)

// Gateway is a running gateway. It ends with Close or Shutdown.
type Gateway struct {
	options       Options
	configuration []byte
	clock         *clock
	module        *module
	cluster       *cluster
	data          *shareddata.Data
	queues        *shareddata.Queues
	metrics       *metrics

	workers     []*worker
	main        *worker // its VM ticks, and never sees a stream
	connections atomic.Uint64
	listener    net.Listener
	server      *http.Server
	running     sync.WaitGroup // of requests to the upstream, and the server
	closing     sync.Once
}

// Start compiles the filter, starts its VMs and listens. When the filter refuses its configuration, the error holds what
// it logged. ctx bounds the start, not the run.
func Start(ctx context.Context, o Options) (*Gateway, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	said := &startLog{}
	next := o.Log
	o.Log = func(level Level, line string) { said.add(level, line); next(level, line) }
	g := &Gateway{options: o, configuration: []byte(o.Configuration), clock: newClock(), data: shareddata.New(),
		queues: shareddata.NewQueues(), metrics: newMetrics()}
	g.cluster = newCluster(o.Upstream, g.clock)
	if g.module, err = compile(ctx, o); err != nil {
		return nil, err
	}
	if err := g.startWorkers(); err != nil {
		g.stopWorkers()
		return nil, said.with(err)
	}
	said.over.Store(true)
	if err := g.listen(); err != nil {
		g.stopWorkers()
		return nil, err
	}
	return g, nil
}

// startWorkers tries the configuration in a VM that is thrown away, as Envoy does, before any that stays.
func (g *Gateway) startWorkers() error {
	canary, err := newWorker(g)
	if err != nil {
		return err
	}
	canary.close()
	if g.main, err = newWorker(g); err != nil {
		return err
	}
	for range g.options.Workers {
		w, err := newWorker(g)
		if err != nil {
			return err
		}
		g.workers = append(g.workers, w)
	}
	return nil
}

func (g *Gateway) all() []*worker {
	if g.main == nil {
		return nil
	}
	return append([]*worker{g.main}, g.workers...)
}

func (g *Gateway) stopWorkers() {
	for _, w := range g.all() {
		w.close()
	}
	g.module.close()
}

func (g *Gateway) listen() (err error) {
	if g.listener, err = net.Listen("tcp", g.options.Listen); err != nil {
		return fmt.Errorf("the listener: %w", err)
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	g.server = &http.Server{
		Handler:   http.HandlerFunc(g.serve),
		Protocols: protocols,
		ConnContext: func(ctx context.Context, _ net.Conn) context.Context {
			n := g.connections.Add(1) - 1
			return context.WithValue(ctx, workerKey{}, g.workers[n%uint64(len(g.workers))])
		},
	}
	g.running.Go(func() { _ = g.server.Serve(g.listener) })
	return nil
}

// URL is the base that clients call, http://ip:port.
func (g *Gateway) URL() string { return "http://" + g.listener.Addr().String() }

// Metrics are the filter's metrics by name, over all workers.
func (g *Gateway) Metrics() map[string]Metric { return g.metrics.snapshot() }

// Advance moves every clock of the gateway and of its filter ahead; timers that become due run at once.
func (g *Gateway) Advance(d time.Duration) { g.clock.advance(d) }

// Shutdown stops listening, waits for the streams and for callouts that the filter wants to see ended, and closes. When
// ctx ends first, its error is returned and what still ran was cut.
func (g *Gateway) Shutdown(ctx context.Context) error {
	defer g.Close()
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
		for _, w := range g.all() {
			w.close()
		}
		g.cluster.close()
		g.running.Wait()
		g.module.close()
	})
}

// startLog keeps what the filter complains of while it starts.
type startLog struct {
	over  atomic.Bool
	mu    sync.Mutex
	lines []string
}

func (l *startLog) add(level Level, line string) {
	if level < LevelError || l.over.Load() {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
}

func (l *startLog) with(err error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lines) == 0 {
		return err
	}
	return errors.Join(err, errors.New(strings.Join(l.lines, "\n")))
}
