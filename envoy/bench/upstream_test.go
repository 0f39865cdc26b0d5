package main

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"mcponce/envoy/bench/load"
)

func startUpstream(t *testing.T) (address string) {
	server := httptest.NewServer(&upstream{})
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

func TestUpstreamAnswersEachCallWithItsReceiptAndCounts(t *testing.T) {
	address := startUpstream(t)
	line, err := load.Open(address, 4)
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	b := &bench{}
	call := load.NewCall(callTool, inline, load.Payloads()[0])
	if _, err := line.Run(100, func(conn *load.Conn) error {
		n := b.last.Add(1)
		return askFor(conn, call, n, keyOf(n), false)
	}); err != nil {
		t.Fatal(err)
	}
	if n, err := executions(address); n != 100 || err != nil {
		t.Errorf("got %d executions, %v; want 100", n, err)
	}
}

func TestWhatShouldReplayAndDoesNotFailsTheRun(t *testing.T) {
	b := &bench{field: &field{upstream: &server{address: startUpstream(t)}, gateways: map[string]*gateway{}}}
	b.field.gateways[sidecar] = &gateway{address: b.field.upstream.address}
	_, err := b.measure(cell{variant{by: sidecar, method: callTool, tool: inline, replays: true}, load.Payloads()[0]})
	if err == nil || !strings.Contains(err.Error(), "want a replay true, got false") {
		t.Errorf("got %v; want it to say that a call did not replay", err)
	}
}

func TestFirstCallsThatTheServerNeverSawFailTheRun(t *testing.T) {
	b := &bench{field: &field{upstream: &server{address: startUpstream(t)}, gateways: map[string]*gateway{}}}
	b.field.gateways[bare] = &gateway{address: startUpstream(t)} // answers itself
	_, err := b.measure(cell{variant{by: bare, method: callTool, tool: inline}, load.Payloads()[0]})
	if err == nil || !strings.Contains(err.Error(), "want 1200 executions, got 0") {
		t.Errorf("got %v; want it to say that the server executed none", err)
	}
}

func TestDuplicatesThatRunTwiceFailTheRun(t *testing.T) {
	b := &bench{field: &field{upstream: &server{address: startUpstream(t)}, gateways: map[string]*gateway{}}}
	b.field.gateways[sidecar] = &gateway{address: b.field.upstream.address}
	if err := b.checkDuplicates(); err == nil || !strings.Contains(err.Error(), "got 64 and 64") {
		t.Errorf("got %v; want it to say that 64 ran", err)
	}
}

func TestLoopEndsWithTheFirstError(t *testing.T) {
	line, err := load.Open(startUpstream(t), 2)
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	wrong := errors.New("wrong")
	if _, err := line.Run(1000, func(*load.Conn) error { return wrong }); !errors.Is(err, wrong) {
		t.Errorf("got %v; want %v", err, wrong)
	}
}
