package main

import (
	"testing"

	"mcponce/envoy"
)

// Some cells of the matrix; make faults plays all of them on all gateways.

func TestClientLeavesOnTheHost(t *testing.T) { play(t, onHost, cellsOf(clientLeaves)...) }

func TestUpstreamResetsOnTheHost(t *testing.T) { play(t, onHost, cellsOf(reset)...) }

func TestGatewayTimesOutOnTheHost(t *testing.T) {
	play(t, onHost, cell{inline, half, gatewayTime}, cell{detached, dispatched, gatewayTime})
}

func TestVMTrapsOnTheHost(t *testing.T) {
	play(t, onHost, cell{inline, claimed, vmTrap}, cell{inline, recorded, vmTrap})
}

func TestProcessIsKilledOnTheHost(t *testing.T) {
	play(t, onHost, cell{detached, dispatched, killTimed}, cell{inline, recorded, killTimed})
}

func TestUpdateOutlivesTheDrainTimeOnTheHost(t *testing.T) {
	play(t, onHost, cell{inline, dispatched, update}, cell{detached, half, update})
}

func TestUpdateOutlivesTheDrainTimeOnEnvoy(t *testing.T) {
	play(t, inEnvoy(envoy.Newest), cell{inline, recorded, update}, cell{detached, answered, update})
}

func TestVMTrapsOnEnvoy(t *testing.T) {
	play(t, inEnvoy(envoy.Newest), cell{inline, answered, vmTrap}, cell{detached, recorded, vmTrap})
}

// play plays cells of one fault.
func play(t *testing.T, p platform, cells ...cell) {
	t.Helper()
	if err := p.play(t.Context(), cells[0].fault, cells, matrix{}, t.Output()); err != nil {
		t.Error(err)
	}
}
