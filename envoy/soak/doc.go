// Package soak puts mixed traffic through a real Envoy for a long time: calls that are answered, retried, duplicated while they
// run, dropped, changed under the same key, refused, cut and overdue, with small and large bodies, in both executions, while
// the configuration is replaced again and again. What the clients were told is held against what the server executed.
//
// The verdict is drawn for every action as soon as it is over, and for the whole at the end:
//
//   - no round of an action was executed twice, and every answer with an outcome has the outcome of the one execution;
//   - an action that was not executed has an answer that says so, or says that nobody knows;
//   - the filter's counters add up to the requests;
//   - Envoy's log has no line of level error or above;
//   - Envoy's memory does not grow once the store has come to its steady state.
package soak
