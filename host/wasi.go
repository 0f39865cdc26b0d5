package host

import "crypto/rand"

// WASI as Envoy has it (proxy-wasm-cpp-host src/exports.cc): two streams that are the log, clocks, random numbers, and no
// files. It is not wazero's own, because Envoy forbids most of it while the filter allocates, and a filter must not get
// away with it here.

// Errors of WASI (the type errno of wasi_snapshot_preview1).
const (
	errnoSuccess   = 0
	errnoBadFile   = 8
	errnoInvalid   = 28
	errnoNoEntry   = 44
	errnoNoSystem  = 52
	errnoNoSupport = 58
)

var wasiFunctions = []hostFunction{
	{"args_get", "ii", wasiSuccess},
	{"args_sizes_get", "ii", wasiNothing},
	{"environ_get", "ii", wasiSuccess},
	{"environ_sizes_get", "ii", wasiNothing},
	{"clock_res_get", "ii", func(c hostcall) status { return c.giveU64(1, 1) }},
	{"clock_time_get", "ili", wasiClockTime},
	{"fd_advise", "illi", wasiStream},
	{"fd_close", "i", wasiSuccess},
	{"fd_fdstat_get", "ii", wasiStreamStatus},
	{"fd_fdstat_set_flags", "ii", wasiFailure(errnoNoSystem)},
	{"fd_filestat_get", "ii", wasiFailure(errnoBadFile)},
	{"fd_prestat_dir_name", "iii", wasiFailure(errnoNoSystem)},
	{"fd_prestat_get", "ii", wasiFailure(errnoBadFile)},
	{"fd_read", "iiii", wasiFailure(errnoNoSystem)},
	{"fd_readdir", "iiili", wasiFailure(errnoNoSupport)},
	{"fd_seek", "ilii", wasiSuccess},
	{"fd_sync", "i", wasiStream},
	{"fd_write", "iiii", wasiWrite},
	{"path_filestat_get", "iiiii", wasiFailure(errnoNoSupport)},
	{"path_open", "iiiiillii", wasiFailure(errnoNoEntry)},
	{"poll_oneoff", "iiii", func(c hostcall) status { return c.giveU32(3, 0) }},
	{"proc_exit", "i", wasiExit},
	{"random_get", "ii", wasiRandom},
	{"sched_yield", "", wasiSuccess},
	{"sock_accept", "iii", wasiFailure(errnoNoSupport)},
	{"sock_shutdown", "ii", wasiFailure(errnoNoSupport)},
}

func wasiSuccess(hostcall) status { return errnoSuccess }

func wasiFailure(errno status) func(hostcall) status { return func(hostcall) status { return errno } }

// wasiNothing says that there are no arguments, or no environment.
func wasiNothing(c hostcall) status {
	c.giveU32(0, 0)
	return c.giveU32(1, 0)
}

// The clocks are the gateway's.
func wasiClockTime(c hostcall) status {
	const realtime, monotonic = 0, 1
	switch c.u32(0) {
	case realtime:
		return c.giveU64(2, uint64(c.vm.gateway.clock.wall().UnixNano()))
	case monotonic:
		return c.giveU64(2, uint64(c.vm.gateway.clock.guest()))
	default:
		return errnoNoSupport
	}
}

// isStream: only standard output and standard error are there.
func (c hostcall) isStream() bool { return c.u32(0) == 1 || c.u32(0) == 2 }

func wasiStream(c hostcall) status {
	if !c.isStream() {
		return errnoBadFile
	}
	return errnoSuccess
}

// wasiStreamStatus says that a stream can be written, and nothing else.
func wasiStreamStatus(c hostcall) status {
	if !c.isStream() {
		return errnoBadFile
	}
	const size, rightsAt, rightWrite = 24, 8, 0x40
	stat := make([]byte, size)
	stat[rightsAt] = rightWrite
	if !c.memory.Write(c.u32(1), stat) {
		panic(badMemory{})
	}
	return errnoSuccess
}

// wasiWrite logs what is written, as one line for each call.
func wasiWrite(c hostcall) status {
	if !c.isStream() {
		return errnoBadFile
	}
	var line []byte
	for at, n := c.u32(1), c.u32(2); n > 0; at, n = at+8, n-1 {
		address, ok := c.memory.ReadUint32Le(at)
		size, also := c.memory.ReadUint32Le(at + 4)
		piece, there := c.memory.Read(address, size)
		if !ok || !also || !there {
			panic(badMemory{})
		}
		line = append(line, piece...)
	}
	level := LevelInfo
	if c.u32(0) == 2 {
		level = LevelError
	}
	if len(line) > 0 {
		c.vm.worker.log(level, string(line))
	}
	return c.giveU32(3, uint32(len(line)))
}

// wasiExit returns, as Envoy's does: the filter then runs into an instruction that traps.
func wasiExit(c hostcall) status {
	c.vm.worker.log(LevelError, "the filter called proc_exit")
	return errnoSuccess
}

func wasiRandom(c hostcall) status {
	const most = 64 << 10
	if c.u32(1) > most {
		return errnoInvalid
	}
	rand.Read(c.view(0))
	return errnoSuccess
}
