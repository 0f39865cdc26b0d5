package envoy

import (
	"testing"
	"time"
)

// emptied waits until the sweep has dropped every record.
func emptied(t testing.TB, p *Process) {
	t.Helper()
	const bound = 2 * time.Minute
	for until := time.Now().Add(bound); ; time.Sleep(pollEvery) {
		records, bytes := storeGauges(t, p)
		if records == 0 && bytes == 0 {
			return
		}
		if time.Now().After(until) {
			t.Fatalf("after %v the gauges say %d records, %d bytes; want none", bound, records, bytes)
		}
	}
}

func TestEndOfRetentionFreesRoomForNewKeys(t *testing.T) {
	const keys, records = 2000, 1024
	origin := startLoadOrigin(t, 2*keys, 1000)
	p := startLoaded(t, origin, capacityPlugin(records, 1<<20, forgetsAfter("5s")))
	fill := func(first int) {
		t.Helper()
		told := tally(sendLoad(t, p, "transfer", first, first+keys))
		if told["executed"] < records || told["executed"]+told["store"] != keys {
			t.Fatalf("%d keys were told %v; want at least %d executed and the rest refused", keys, told, records)
		}
	}
	fill(0)
	emptied(t, p)
	fill(keys)
	for n := range origin.executed {
		if executions := origin.executed[n].Load(); executions > 1 {
			t.Errorf("key %d executed %d times", n, executions)
		}
	}
}
