package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"mcponce/examples/ledger/server"
)

// Ledger reads all entries that the ledger server shows at url.
func Ledger(ctx context.Context, url string) ([]server.Entry, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("expected the ledger at %s, got %s", url, resp.Status)
	}
	var entries []server.Entry
	for lines := json.NewDecoder(resp.Body); ; {
		var e server.Entry
		if err := lines.Decode(&e); errors.Is(err, io.EOF) {
			return entries, nil
		} else if err != nil {
			return nil, fmt.Errorf("expected JSON lines at %s, got %w", url, err)
		}
		entries = append(entries, e)
	}
}

// Executions counts the entries of the ledger at url that were made under key.
func Executions(ctx context.Context, url, key string) (int, error) {
	entries, err := Ledger(ctx, url)
	count := 0
	for _, e := range entries {
		if e.Key == key {
			count++
		}
	}
	return count, err
}

// AwaitExecution returns once the ledger at url shows an execution under key, within ten seconds or not at all.
func AwaitExecution(ctx context.Context, url, key string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		if count, err := Executions(ctx, url, key); err != nil || count > 0 {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("expected an execution under key %s in the ledger at %s, got none: %w", key, url, context.Cause(ctx))
		}
	}
}
