//go:build !faults

package gate

func injectFault(*stream, string) {}

func injectCalloutFault(*callout) {}
