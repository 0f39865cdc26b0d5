package envoy

import (
	"context"
	"fmt"
	"testing"

	"github.com/tidwall/gjson"
)

// BenchmarkCostOfAnEntry measures what docs/OPERATIONS.md says under Sizing. It reports memory, not time:
//
//	go test ./envoy -run '^$' -bench CostOf -benchtime 1x
//
// The table is filled to its last record: without outcomes, then with outcomes of one size. The figures are what Envoy's
// allocator has given out for each entry, with its own rounding.
func BenchmarkCostOfAnEntry(b *testing.B) {
	record := 0.0 // bytes in a full table
	b.Run("record", func(b *testing.B) {
		const records = 100_000
		for b.Loop() {
			p, base := fillable(b, records, 64, 1, "")
			sent := 0
			for _, part := range []int{4, 2, 1} {
				end := records / part
				sendLoad(b, p, "transfer", sent, end)
				record = float64(allocated(b, p)-base) / float64(end)
				sent = end
				b.ReportMetric(record, fmt.Sprintf("B/record-in-a-table-filled-to-1/%d", part))
			}
		}
	})
	for _, c := range []struct{ size, records int }{
		{100, 20_000}, {1000, 20_000}, {4096, 20_000}, {10_000, 10_000}, {33_000, 5000}, {100_000, 2000}, {200_000, 1024},
	} {
		b.Run(fmt.Sprintf("outcome=%d", c.size), func(b *testing.B) {
			for b.Loop() {
				p, base := fillable(b, c.records, c.size, 1<<40, "")
				sendLoad(b, p, "transfer", 0, c.records)
				_, counted := storeGauges(b, p)
				beyond := float64(c.size) + record
				b.ReportMetric(float64(allocated(b, p)-base)/float64(c.records)-beyond, "B/outcome-beyond-its-size")
				b.ReportMetric(float64(counted)/float64(c.records)-float64(c.size), "B/outcome-counted-beyond-its-size")
			}
		})
	}
}

// BenchmarkCostOfAnEmptiedTable fills a table with outcomes, waits for the end of their retention, and reports what is
// left for each: shared data has no delete.
func BenchmarkCostOfAnEmptiedTable(b *testing.B) {
	const records = 10_000
	for b.Loop() {
		p, base := fillable(b, records, 4096, 1<<40, forgetsAfter("30s"))
		sendLoad(b, p, "transfer", 0, records)
		emptied(b, p)
		b.ReportMetric(float64(allocated(b, p)-base)/records, "B/entry-left")
	}
}

// fillable runs Envoy with an empty table, and returns what its allocator has given out by then.
func fillable(b *testing.B, records, resultSize, budget int, more string) (*Process, int) {
	p := startLoaded(b, startLoadOrigin(b, max(records, warmUpReads), resultSize), capacityPlugin(records, budget, more))
	sendLoad(b, p, "balance", 0, warmUpReads)
	return p, allocated(b, p)
}

// allocated is how many bytes Envoy's allocator has given out. The workers' own memory (V8, Go) is not in it.
func allocated(b *testing.B, p *Process) int {
	b.Helper()
	memory, err := p.get(context.Background(), "/memory")
	if err != nil {
		b.Fatal(err)
	}
	return int(gjson.GetBytes(memory, "allocated").Int())
}
