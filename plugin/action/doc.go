// Package action is the promise as a pure machine: what is kept about an action (Record), what an attempt for it is told
// (Decide), and how its owner ends a round (Settle, Release, Doubt).
//
// Nothing here does I/O, reads a clock or knows a host: every function takes a record, an event and the present moment,
// and returns the record that should replace it. Whoever holds the store makes the replacement atomic by
// compare-and-swap and calls again with the newer record when it lost the race. A reader can check the promise in this
// package alone.
package action
