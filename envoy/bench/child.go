package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"mcponce/envoy/bench/peer"
)

// What this program is when it is started with one of these words: each server is a process of its own, so that its CPU
// time can be told from the client's.
const (
	asUpstream = "upstream"
	asSidecar  = "sidecar" // then the upstream's address
	asExtProc  = "ext_proc"
)

// child serves until the process is killed. It prints its address first.
func child(args []string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	switch {
	case len(args) == 1 && args[0] == asUpstream:
		return http.Serve(listener, &upstream{})
	case len(args) == 2 && args[0] == asSidecar:
		return http.Serve(listener, peer.NewSidecar(args[1]))
	case len(args) == 1 && args[0] == asExtProc:
		return peer.ServeExtProc(listener)
	}
	return fmt.Errorf("want %s, %s ADDRESS or %s, got %q", asUpstream, asSidecar, asExtProc, args)
}

// server is a process that serves.
type server struct {
	address string // ip:port
	pid     int
	stop    func()
}

// startSelf starts this program as one of the servers.
func startSelf(args ...string) (*server, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := exec.Command(self, args...)
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	command.Stderr = os.Stderr
	s, err := launch(command)
	if err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		s.stop()
		return nil, errors.Join(fmt.Errorf("%s did not start", args[0]), err)
	}
	s.address = strings.TrimSpace(line)
	return s, nil
}

// launch starts a process that ends with this one.
func launch(command *exec.Cmd) (*server, error) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := command.Start(); err != nil {
		return nil, err
	}
	return &server{pid: command.Process.Pid, stop: func() {
		command.Process.Kill()
		command.Wait()
	}}, nil
}
