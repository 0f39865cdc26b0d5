package gate

import (
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm"
	"github.com/tetratelabs/proxy-wasm-go-sdk/proxywasm/types"

	"mcponce/plugin/policy"
	"mcponce/plugin/store"
)

// plugin is one configuration in use.
type plugin struct {
	types.DefaultPluginContext
	vm     *VM
	config *policy.Config
	store  store.Store
}

// OnPluginStart implements types.PluginContext. A configuration that cannot be kept is refused: the gateway then keeps the
// one it has, or does not start.
func (p *plugin) OnPluginStart(int) types.OnPluginStartStatus {
	text, err := proxywasm.GetPluginConfiguration()
	if err != nil {
		text = nil // an empty configuration; its fields are required
	}
	if err := p.configure(text); err != nil {
		proxywasm.LogCriticalf("configuration refused: %v", err)
		return types.OnPluginStartStatusFailed
	}
	return types.OnPluginStartStatusOK
}

func (p *plugin) configure(text []byte) error {
	config, err := policy.Parse(text)
	if err != nil {
		return err
	}
	p.store, err = store.Open(sharedData{}, config.Store.Epoch, config.Store.Records, config.Identity(), p.vm.host.Monotonic)
	if err != nil {
		return err
	}
	p.config = config
	proxywasm.LogInfo("records are kept in this gateway process: a restart, a hot restart or another replica does not know them")
	if config.CalloutCluster == "" {
		proxywasm.LogWarn("no callout.cluster is configured: when a client leaves, the gateway cancels its call, and the retry is told that the outcome is in doubt")
	}
	return nil
}

// NewHttpContext implements types.PluginContext.
func (p *plugin) NewHttpContext(id uint32) types.HttpContext {
	s := &stream{vm: p.vm, plugin: p, id: id}
	p.vm.streams[id] = s
	return s
}
