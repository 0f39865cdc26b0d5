package soak

import (
	"fmt"
	"os"
	"strings"
)

// residentMemory is the memory that a process has in RAM, in bytes (proc(5), status, VmRSS).
func residentMemory(pid int) (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		var kib int64
		if _, err := fmt.Sscanf(line, "VmRSS: %d kB", &kib); err == nil {
			return kib << 10, nil
		}
	}
	return 0, fmt.Errorf("process %d has no VmRSS", pid)
}
