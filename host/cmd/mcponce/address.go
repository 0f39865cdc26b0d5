package main

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"syscall"
)

// upstreamAddress takes HOST:PORT, and http://HOST:PORT for those who have a URL at hand.
func upstreamAddress(upstream string) (string, error) {
	if strings.HasPrefix(upstream, "https://") {
		return "", fmt.Errorf("--upstream: want an MCP server that speaks plain HTTP, got %q: mcponce serve speaks no TLS to the server; name its plain port, or put a TLS proxy between them", upstream)
	}
	plain := strings.TrimSuffix(strings.TrimPrefix(upstream, "http://"), "/")
	host, port, err := net.SplitHostPort(plain)
	number, portErr := strconv.ParseUint(port, 10, 16)
	if err != nil || host == "" || portErr != nil || number == 0 || strings.Contains(plain, "/") {
		return "", fmt.Errorf("--upstream: want HOST:PORT, such as 127.0.0.1:9001, got %q (the path is the one that the client asks for)", upstream)
	}
	return plain, nil
}

// checkDistinct refuses an address that has two uses. Port 0 is another port each time.
func checkDistinct(upstream, listen, admin string) error {
	uses := map[string]string{upstream: "--upstream"}
	for _, use := range []struct{ flag, address string }{{"--listen", listen}, {"--admin", admin}} {
		if _, port, err := net.SplitHostPort(use.address); err != nil {
			return fmt.Errorf("%s: want HOST:PORT, such as 127.0.0.1:10000, got %q", use.flag, use.address)
		} else if port == "0" {
			continue
		}
		if other := uses[use.address]; other != "" {
			return fmt.Errorf("%s: want an address of its own, got %s, which is %s's too", use.flag, use.address, other)
		}
		uses[use.address] = use.flag
	}
	return nil
}

// listenFault explains why an address cannot be listened on.
func listenFault(flag string, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s: %w: stop what listens there, or choose another port (0: any that is free)", flag, err)
	}
	return fmt.Errorf("%s: %w", flag, err)
}

// exposed tells whether other machines may reach an address that is listened on.
func exposed(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err == nil && !net.ParseIP(host).IsLoopback()
}
