package abi

// recovered is deferred by every export. After a panic the VM lives on: the listener learns of it, and the export returns
// what its result was set to beforehand. Without it the host ends the VM, and every stream of its worker that is paused
// gets nothing until the idle timeout.
func recovered(context uint32, callback string) {
	if value := recover(); value != nil {
		report(context, callback, value)
	}
}

// report tells the listener, whose own panic must not end the VM either.
func report(context uint32, callback string, value any) {
	defer func() { _ = recover() }()
	if listener != nil {
		listener.OnPanic(context, callback, value)
	}
}
