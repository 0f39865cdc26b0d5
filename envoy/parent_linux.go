package envoy

import "syscall"

// dieWithParent has the kernel kill Envoy when the process that started it dies: a killed test leaves nothing behind.
func dieWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
