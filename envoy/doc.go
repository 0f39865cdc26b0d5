// Package envoy runs a real Envoy with the plugin, on loopback addresses, from the configuration that users copy
// (envoy.yaml). The end-to-end tests and the demo stand on it.
package envoy
