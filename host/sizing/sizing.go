// Package sizing has the formula of docs/OPERATIONS.md, by which the local store is dimensioned: what a configuration costs in
// memory, and what rate of actions it carries.
package sizing

import (
	"math"
	"time"
)

// RecordBytes is what a record is counted as. A test of package envoy holds the process to it.
const RecordBytes = 288

const (
	headerBytes    = 80   // of a result's kept headers and its envelope
	outcomeBytes   = 128  // of an outcome, beside its text
	roundingShare  = 8    // the allocator adds one part in so many
	roundOfSweeps  = 256  // heartbeats in which the table is swept once,
	sweptByOneBeat = 8192 // unless it has more records than so many for each of them
)

// Table is a local store, as configured.
type Table struct {
	Records int           // store.local.records
	Bytes   int64         // store.local.bytes
	Tick    time.Duration // of the heartbeats
}

// Memory is the bound on what the table takes, in bytes, when both its records and its bytes are used up.
func (t Table) Memory() int64 { return RecordBytes*int64(t.Records) + t.Bytes }

// Round is how long an expired record may still count, until a sweep comes by.
func (t Table) Round() time.Duration {
	return t.Tick * time.Duration(max(roundOfSweeps, (t.Records+sweptByOneBeat-1)/sweptByOneBeat))
}

// Rate is how many new actions a second the table carries for good, when each record is kept for retention after its last
// change. Beyond it new actions are refused.
func (t Table) Rate(retention time.Duration) float64 {
	return float64(t.Records) / (retention + t.Round()).Seconds()
}

// Outcomes is how many results of so many bytes fit. Of further ones the record alone is kept.
func (t Table) Outcomes(result int) int64 { return t.Bytes / outcome(result) }

// outcome is what an outcome with a result of so many bytes counts for.
func outcome(result int) int64 {
	one := int64(result + headerBytes)
	return one + one/roundingShare + outcomeBytes
}

// MostRecords is how many records a table can have.
const MostRecords = 1 << 26

// For is the smallest table that carries so many new actions a second for good, each kept for retention, and keeps the outcome
// of every one, of result bytes. ok is false where none does.
func For(rate float64, retention, tick time.Duration, result int) (t Table, ok bool) {
	t = Table{Records: leastRecords, Tick: tick}
	for t.Rate(retention) < rate {
		needed := math.Ceil(rate * (retention + t.Round()).Seconds()) // a larger table may take longer to be swept
		if needed > MostRecords {
			return Table{}, false
		}
		t.Records = max(t.Records+1, int(needed))
	}
	t.Bytes = int64(t.Records) * outcome(result)
	return t, true
}

const leastRecords = 1 << 10 // that a configuration may ask for
