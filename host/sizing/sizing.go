// Package sizing has the formula of docs/OPERATIONS.md, by which the local store is dimensioned: what a configuration costs in
// memory, and what rate of actions it carries.
package sizing

import "time"

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
func (t Table) Outcomes(result int) int64 {
	one := int64(result + headerBytes)
	return t.Bytes / (one + one/roundingShare + outcomeBytes)
}
