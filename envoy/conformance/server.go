package main

import (
	"context"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"time"
)

// everythingServer is the Go SDK's conformance server; go.mod pins its version.
const everythingServer = "github.com/modelcontextprotocol/go-sdk/conformance/everything-server"

// buildServer compiles it into dir and returns the path of the program.
func buildServer(ctx context.Context, dir string) (path string, err error) {
	path = filepath.Join(dir, "everything-server")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", path, everythingServer).CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", everythingServer, err, out)
	}
	return path, nil
}

// process is a running server.
type process struct {
	address string // 127.0.0.1:PORT
	stop    func()
}

// startServer runs the server on a free port and returns when it accepts connections.
func startServer(ctx context.Context, path string, stateless bool) (*process, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, path, "-http", address, fmt.Sprintf("-stateless=%t", stateless))
	if err := cmd.Start(); err != nil {
		cancel()
		return nil, err
	}
	stop := func() {
		cancel()
		cmd.Wait() // it says that it was killed, which is known
	}
	if err := awaitListening(ctx, address); err != nil {
		stop()
		return nil, err
	}
	return &process{address, stop}, nil
}

// freeAddress is one that nothing listens on: the server cannot say which port it took.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

func awaitListening(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for poll := time.NewTicker(10 * time.Millisecond); ; {
		if c, err := net.Dial("tcp", address); err == nil {
			return c.Close()
		}
		select {
		case <-poll.C:
		case <-ctx.Done():
			return fmt.Errorf("nothing listens on %s: %w", address, ctx.Err())
		}
	}
}
