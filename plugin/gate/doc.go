// Package gate is the filter as the proxy-wasm host sees it: contexts whose callbacks translate what the host says into
// the words of the other packages, and their decisions into host calls. It decides nothing about an action itself.
//
// A VM has one VM context, one plugin context per configuration in use, and one stream context per HTTP exchange. What is
// one per VM (metrics, callouts, owner tokens) hangs on the VM; what is one per configuration hangs on the plugin; a
// stream belongs to the plugin that made it.
package gate
