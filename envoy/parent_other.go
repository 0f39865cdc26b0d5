//go:build !linux

package envoy

import "syscall"

// dieWithParent: only Linux can do it. Elsewhere an Envoy outlives a killed test.
func dieWithParent() *syscall.SysProcAttr { return nil }
