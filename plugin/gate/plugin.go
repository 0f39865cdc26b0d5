package gate

import (
	"time"

	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"

	"mcponce/plugin/policy"
	"mcponce/plugin/store"
)

// plugin is one configuration in use.
type plugin struct {
	types.DefaultPluginContext
	vm       *VM
	id       uint32
	config   *policy.Config
	store    store.Store
	notes    *store.Notes    // what servers say of their tools
	warned   map[string]bool // what warnOnce has said
	holds    holding
	believed int // heartbeats since holds became holdNo

	hurried  bool // the tick is as fast as waiters need it
	open     int  // callouts on their way
	draining bool // the configuration is replaced; the host waits for the open callouts
}

// hurryFactor is how many times as often the tick comes while somebody waits.
const hurryFactor = 10

// OnPluginStart implements types.PluginContext. A configuration that cannot be kept is refused: the gateway then keeps the
// one it has, or does not start.
func (p *plugin) OnPluginStart(int) types.OnPluginStartStatus {
	text, err := proxywasm.GetPluginConfiguration()
	if err != nil {
		text = nil // an empty configuration; its fields are required
	}
	if err := p.configure(text); err != nil {
		proxywasm.LogCritical("configuration refused: " + err.Error())
		return types.OnPluginStartStatusFailed
	}
	return types.OnPluginStartStatusOK
}

func (p *plugin) configure(text []byte) error {
	config, err := policy.Parse(text)
	if err != nil {
		return err
	}
	bounds := store.Bounds{Records: int64(config.Store.Records), Bytes: config.Store.Bytes, Changed: p.vm.metrics.stored}
	p.store, err = store.Open(p.vm.data, config.Store.Epoch, config.Identity(), bounds, p.vm.now)
	if err != nil {
		return err
	}
	p.notes, p.warned = store.NewNotes(p.vm.data, config.Store.Epoch), map[string]bool{}
	p.config = config
	p.vm.plugins[p.id] = p
	p.pace(config.Tick)
	proxywasm.LogInfo("records are kept in this gateway process: a restart, a hot restart or another replica does not know them")
	timeout, wait := config.Longest()
	proxywasm.LogInfo("tool_timeout is at most " + timeout.String() + ", wait at most " + wait.String() +
		": the route's timeout has to be at least " + timeout.String() +
		", its idle_timeout and --drain-time-s above " + max(timeout, wait).String())
	if config.Namespace == "" {
		proxywasm.LogWarn("no namespace is configured: a retry under another host name, port or spelling of the path is another action, and runs again")
	}
	if config.CalloutCluster == "" {
		proxywasm.LogWarn("no callout.cluster is configured: when a client leaves, the gateway cancels its call, and the retry is told that the outcome is in doubt")
	}
	return nil
}

// mostWarnings bounds what is remembered of warnings: texts may hold a server's words.
const mostWarnings = 100

// warnOnce logs a warning that is the same for many requests.
func (p *plugin) warnOnce(text string) {
	if !p.warned[text] && len(p.warned) < mostWarnings {
		p.warned[text] = true
		proxywasm.LogWarn(text)
	}
}

// OnTick implements types.PluginContext. It still comes when the configuration is done, but what the tick registers then
// would not be heard: the tick is left to another one, if there is any.
func (p *plugin) OnTick() {
	if p.draining && len(p.vm.plugins) > 0 {
		return
	}
	p.vm.tick(p.config.Tick)
	if p.hurried && len(p.vm.waiting) == 0 && proxywasm.SetEffectiveContext(p.id) == nil {
		p.hurried = false
		p.pace(p.config.Tick)
	}
}

// hurry makes the tick look after waiters more often. The effective context is a stream of the configuration's: the host
// sets the tick of the context's own plugin.
func (p *plugin) hurry() {
	if !p.hurried {
		p.hurried = true
		p.pace(p.config.Tick / hurryFactor)
	}
}

// pace sets the tick of the effective context's plugin, which is this one.
func (p *plugin) pace(period time.Duration) {
	if err := proxywasm.SetTickPeriodMilliSeconds(uint32(period.Milliseconds())); err != nil {
		proxywasm.LogError("the tick cannot be set: " + err.Error())
	}
}

// OnQueueReady implements types.PluginContext.
func (p *plugin) OnQueueReady(queue uint32) { p.vm.queueReady(queue) }

// OnPluginDone implements types.PluginContext: the configuration is replaced or removed, and its streams are cut. The host
// keeps the callouts alive until proxy_done is called, so their outcomes are still recorded.
func (p *plugin) OnPluginDone() bool {
	p.draining = true
	delete(p.vm.plugins, p.id)
	p.vm.handOver()
	if p.open > 0 {
		return false
	}
	p.vm.retire()
	return true
}

// calloutEnded is told that one of the configuration's callouts is over.
func (p *plugin) calloutEnded() {
	p.open--
	if p.draining && p.open == 0 && proxywasm.SetEffectiveContext(p.id) == nil {
		p.vm.retire()
		proxywasm.PluginDone()
	}
}

// NewHttpContext implements types.PluginContext.
func (p *plugin) NewHttpContext(id uint32) types.HttpContext {
	s := &stream{vm: p.vm, plugin: p, id: id}
	p.vm.streams[id] = s
	return s
}
