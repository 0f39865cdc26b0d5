// Package probe is a language for what a proxy-wasm host does, callback by callback, and its runner.
package probe
