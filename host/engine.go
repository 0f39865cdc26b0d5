package host

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"

	"mcponce/host/shareddata"
)

// engine is what a gateway with real traffic and one without have in common: workers with the filter's VMs, and what
// these share.
type engine struct {
	options  Options
	manual   bool // loops are stepped by hand, and the clock is virtual
	clock    *clock
	upstream upstream
	data     *shareddata.Data
	queues   *shareddata.Queues
	metrics  *metrics
	workers  []*worker
	main     *worker // its VM ticks, and never sees a stream

	removed  func(*worker, *chain) // told of a chain that is gone from a worker; may be nil
	updating sync.Mutex            // one at a time
	plugins  []*plugin             // compiled; touched under updating
	tried    map[chain]bool        // likewise
	current  atomic.Pointer[chain]
}

// chain is one configuration of the gateway, as Envoy's filter chain is: a connection belongs to the one that was current
// when it was made.
type chain struct {
	plugin        *plugin
	configuration string
}

// plugin is a module with a configuration of its VMs. VMs are told apart by it.
type plugin struct {
	module          *module
	vmConfiguration []byte
}

func newEngine(o Options, manual bool) *engine {
	return &engine{options: o, manual: manual, clock: newClock(manual), data: shareddata.New(o.SharedData),
		tried: map[chain]bool{}, queues: shareddata.NewQueues(o.SharedData), metrics: newMetrics()}
}

// start compiles the filter and starts its VMs. When the filter refuses its configuration, the error holds what it logged.
func (e *engine) start(ctx context.Context) error {
	for range e.options.Workers + 1 {
		e.workers = append(e.workers, newWorker(e))
	}
	e.main, e.workers = e.workers[0], e.workers[1:]
	c, err := e.add(ctx, e.options.Plugin)
	if err != nil {
		e.stop()
		return err
	}
	e.current.Store(c)
	return nil
}

// add starts the filter on all workers, when it has been tried.
func (e *engine) add(ctx context.Context, p Plugin) (*chain, error) {
	compiled, err := e.compiled(ctx, p)
	if err != nil {
		return nil, err
	}
	c := &chain{plugin: compiled, configuration: p.Configuration}
	if err := e.try(c); err != nil {
		return nil, err
	}
	for _, w := range e.all() {
		if err := w.add(c); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// try starts the filter in a VM that is thrown away, unless it has been tried before.
func (e *engine) try(c *chain) error {
	if e.tried[*c] {
		return nil
	}
	said := &complaints{next: e.options.Log}
	canary := newWorker(e)
	canary.log = said.log
	err := canary.add(c)
	canary.close()
	if err != nil {
		return said.with(err)
	}
	e.tried[*c] = true
	return nil
}

// compiled is the plugin with this module and VM configuration.
func (e *engine) compiled(ctx context.Context, p Plugin) (*plugin, error) {
	var same *module
	for _, known := range e.plugins {
		if !bytes.Equal(known.module.wasm, p.Wasm) {
			continue
		}
		if string(known.vmConfiguration) == p.VMConfiguration {
			return known, nil
		}
		same = known.module
	}
	if same == nil {
		var err error
		if same, err = compile(ctx, p.Wasm, e.options.CacheDir); err != nil {
			return nil, err
		}
	}
	fresh := &plugin{module: same, vmConfiguration: []byte(p.VMConfiguration)}
	e.plugins = append(e.plugins, fresh)
	return fresh, nil
}

// Update replaces the filter. When it returns without an error, new connections see the new one; those that are there keep the
// old one for the rest of Options.DrainTime and are cut then. A filter with the same module and VM configuration runs in the
// VMs that are there, as a further root context. With an error, such as that the filter refuses its configuration, all goes
// on as before.
func (e *engine) Update(ctx context.Context, p Plugin) error {
	e.updating.Lock()
	defer e.updating.Unlock()
	next, err := e.add(ctx, p)
	if err != nil {
		return err
	}
	former := e.current.Swap(next)
	for _, w := range e.all() {
		e.clock.after(w.loop, e.options.DrainTime, func() { w.remove(former) })
	}
	return nil
}

// Metrics are the filter's metrics by name, over all workers.
func (e *engine) Metrics() map[string]Metric { return e.metrics.snapshot() }

func (e *engine) all() []*worker { return append([]*worker{e.main}, e.workers...) }

// stop cuts all that runs.
func (e *engine) stop() {
	e.stopWorkers()
	e.upstream.close()
	e.closeModules()
}

func (e *engine) stopWorkers() {
	for _, w := range e.all() {
		w.close()
	}
}

func (e *engine) closeModules() {
	for _, p := range e.plugins {
		p.module.close()
	}
}

// complaints are what a filter logs at error level or above while it starts.
type complaints struct {
	next  func(Level, string)
	lines []string
}

func (c *complaints) log(level Level, line string) {
	if level >= LevelError {
		c.lines = append(c.lines, line)
	}
	c.next(level, line)
}

func (c *complaints) with(err error) error {
	if len(c.lines) == 0 {
		return err
	}
	return errors.Join(err, errors.New(strings.Join(c.lines, "\n")))
}
