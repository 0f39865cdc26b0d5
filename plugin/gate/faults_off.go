//go:build !faults

package gate

func injectFault(*stream, string) {}
