// Package policy reads the plugin's configuration: what is governed, and how.
//
// Each field is described once, in fields.go: its name, what it takes, its
// default and its meaning. The readers, the errors and the documentation all
// come from there. A configuration is accepted whole or refused with every
// fault that was found.
package policy
