package main

import (
	"os"
	"os/exec"
	"testing"
)

func TestCPUTimeIsOfAllTheProcesses(t *testing.T) {
	other := exec.Command("cat")
	if _, err := other.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	own := os.Getpid()
	one, err := cpuTime([]int{own})
	if err != nil || one <= 0 {
		t.Errorf("own process: got %v, %v; want more than 0", one, err)
	}
	if both, err := cpuTime([]int{other.Process.Pid, own}); err != nil || both <= one {
		t.Errorf("with another: got %v, %v; want more than %v", both, err, one)
	}
	other.Process.Kill()
	other.Wait()
	if _, err := cpuTime([]int{own, other.Process.Pid}); err == nil {
		t.Error("a process that has ended: got no error")
	}
}
