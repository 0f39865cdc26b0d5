package main

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime is what the processes have used of the processors, all their threads, in user and kernel mode.
func cpuTime(pids []int) (sum time.Duration, err error) {
	for _, pid := range pids {
		// The clock of another process: clock_getcpuclockid(3) on Linux.
		const schedulerClock = 2
		var used unix.Timespec
		if err := unix.ClockGettime(int32(^pid)<<3|schedulerClock, &used); err != nil {
			return 0, fmt.Errorf("the CPU time of process %d: %w", pid, err)
		}
		sum += time.Duration(used.Nano())
	}
	return sum, nil
}
