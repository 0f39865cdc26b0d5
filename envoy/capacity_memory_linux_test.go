package envoy

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"mcponce/host/sizing"
)

// capacityKeys is the size of the capacity test; `make capacity` runs it with 1,000,000.
var capacityKeys = flag.Int("keys", 200_000, "keys that TestMemoryStaysWithinTheConfiguredBound sends")

const (
	// warmUpReads bring the workers to the memory that they need for calls alone.
	warmUpReads = 10_000
)

// rss is the memory that the process has in RAM, in bytes.
func (p *Process) rss(t testing.TB) int {
	t.Helper()
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", p.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(statm))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

func mib(bytes int) string { return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20)) }

func TestMemoryStaysWithinTheConfiguredBound(t *testing.T) {
	keys := *capacityKeys
	records, budget := keys*5/8, keys*1280 // both are met: outcomes of 4 KiB fill the bytes at half the records
	origin := startLoadOrigin(t, max(keys, warmUpReads), 4096)
	p := startLoaded(t, origin, capacityPlugin(records, budget, ""))
	sendLoad(t, p, "balance", 0, warmUpReads)
	clear(origin.executed)
	base := p.rss(t)

	begin := time.Now()
	first := sendLoad(t, p, "transfer", 0, keys)
	grown := p.rss(t) - base
	t.Logf("%d first attempts in %v: %v", keys, time.Since(begin).Round(time.Millisecond), tally(first))
	begin = time.Now()
	again := sendLoad(t, p, "transfer", 0, keys)
	grown = max(grown, p.rss(t)-base)
	t.Logf("%d retries in %v: %v", keys, time.Since(begin).Round(time.Millisecond), tally(again))

	for n := range keys {
		executions := origin.executed[n].Load()
		switch got := [2]loadAnswer{first[n], again[n]}; {
		case got == [2]loadAnswer{"executed", "replayed"} && executions == 1:
		case got == [2]loadAnswer{"executed", "committed"} && executions == 1:
		case got == [2]loadAnswer{"store", "store"} && executions == 0:
		default:
			t.Fatalf("key %d was told %v and executed %d times", n, got, executions)
		}
	}
	checkGauges(t, p, records, budget, tally(first)["executed"], tally(again)["replayed"])
	bound := budget + records*sizing.RecordBytes
	t.Logf("base %s, grown by %s; the configured bound is %s", mib(base), mib(grown), mib(bound))
	if grown > bound*115/100 {
		t.Errorf("Envoy grew by %s; want at most 1.15 times the bound of %s", mib(grown), mib(bound))
	}
}

// checkGauges compares the gauges with what the client saw: accepted keys, and kept outcomes, which all cost the same.
func checkGauges(t *testing.T, p *Process, records, budget, accepted, kept int) {
	t.Helper()
	gotRecords, gotBytes := storeGauges(t, p)
	t.Logf("gauges: %d records, %d bytes", gotRecords, gotBytes)
	if accepted != records || gotRecords != accepted {
		t.Errorf("%d keys accepted, the gauge says %d records; want %d", accepted, gotRecords, records)
	}
	if kept == 0 || gotBytes%kept != 0 {
		t.Fatalf("%d outcomes kept, the gauge says %d bytes; want the same cost for each", kept, gotBytes)
	}
	if one := gotBytes / kept; one < 4096 || gotBytes > budget || gotBytes+one <= budget {
		t.Errorf("the gauge says %d bytes of %d, %d for an outcome of 4096; want the budget used up", gotBytes, budget, one)
	}
	stats, err := p.Stats(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	workers := 0
	for name, n := range stats {
		if strings.HasPrefix(name, "wasmcustom.mcponce.vm.") && n > 0 {
			workers++
		}
	}
	if workers < 2 {
		t.Errorf("%d workers got attempts; want 2", workers)
	}
}
