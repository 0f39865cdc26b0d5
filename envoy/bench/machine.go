package main

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// machine is where a run was made, and with what.
type machine struct {
	Date, Envoy, Go, CPU string
	Cores                int
	Load                 string // average of the last minute, before the run began
}

func thisMachine(envoyBinary string) (m machine, err error) {
	said, err := exec.Command(envoyBinary, "--version").Output()
	if err != nil {
		return m, fmt.Errorf("%s --version: %w", envoyBinary, err)
	}
	load, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return m, err
	}
	average, _, _ := strings.Cut(string(load), " ")
	version := regexp.MustCompile(`\d+\.\d+\.\d+`).Find(said)
	return machine{Date: time.Now().Format(time.DateOnly), Envoy: "Envoy " + string(version), Go: "Go " + strings.TrimPrefix(runtime.Version(), "go"),
		CPU: cpuModel(), Cores: runtime.NumCPU(), Load: average}, nil
}

// cpuModel is what Linux calls the processor, if it says.
func cpuModel() (name string) {
	info, err := os.Open("/proc/cpuinfo")
	if err == nil {
		defer info.Close()
		for lines := bufio.NewScanner(info); lines.Scan() && name == ""; {
			if key, value, _ := strings.Cut(lines.Text(), ":"); strings.TrimSpace(key) == "model name" {
				name = strings.TrimSpace(value)
			}
		}
	}
	return cmp.Or(name, runtime.GOARCH)
}
