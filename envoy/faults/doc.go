// Command faults breaks a call at every moment of its life in every way, on every gateway that the filter is tested with, and
// sends it again with the same key. What the server's ledger counts, and what both attempts are told, is docs/FAULTS.md,
// which it writes. It fails if an action was executed twice, or if an attempt was told what is not so.
//
// A moment is reached by events, never by time: the origin of package scenario stops in the middle of an answer, or a filter
// that is built with fault points ends its VM, or stops for good, at one of them. Whatever comes from outside has to find the
// gateway between two callbacks; where a moment lies within one, the cell says so.
package main
