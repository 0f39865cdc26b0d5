package main

import (
	"errors"
	"fmt"

	"mcponce/examples/client"
	"mcponce/examples/ledger/server"
)

// expected is what a run of the retry client must come to.
type expected struct {
	executions int
	receipt    string // that the retry got
	replayed   bool
}

// check names everything that differs.
func (want expected) check(got client.Report, entries []server.Entry) error {
	var wrong []error
	if len(entries) != want.executions {
		wrong = append(wrong, fmt.Errorf("expected %d executions in the ledger, got %d", want.executions, len(entries)))
	}
	if got.FirstError == "" {
		wrong = append(wrong, errors.New("expected the client to see its connection break, it did not"))
	}
	if got.Receipt != want.receipt {
		wrong = append(wrong, fmt.Errorf("expected the retry to get receipt %s, got %q", want.receipt, got.Receipt))
	}
	if got.Replayed != want.replayed {
		wrong = append(wrong, fmt.Errorf("expected the retry's result marked as replayed: %t, got %t", want.replayed, got.Replayed))
	}
	return errors.Join(wrong...)
}
