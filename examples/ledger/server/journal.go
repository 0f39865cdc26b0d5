package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"
)

// Entry is one execution of a tool with side effects: one line of the ledger.
type Entry struct {
	Time      time.Time       `json:"time"`
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
	// Key is the idempotency key as it reached the server; empty if none did.
	Key string `json:"key"`
	// Execution counts from 1 over the whole file, without gaps.
	Execution int `json:"execution"`
}

// Receipt names the execution, so that two executions of one call can be told apart: "r-000001".
func (e Entry) Receipt() string { return fmt.Sprintf("r-%06d", e.Execution) }

// journal is the append-only file of entries. What is in entries has reached the disk.
type journal struct {
	mu      sync.Mutex
	file    *os.File
	entries []Entry
}

// openJournal opens or creates the file; the count goes on from what it holds.
func openJournal(path string) (*journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	j := &journal{file: file}
	for lines := json.NewDecoder(file); ; {
		var e Entry
		err := lines.Decode(&e)
		if errors.Is(err, io.EOF) {
			return j, nil
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("ledger %s, entry %d: expected a JSON line, got %w; move the file away", path, len(j.entries)+1, err), file.Close())
		}
		j.entries = append(j.entries, e)
	}
}

// append gives e its time and number and returns once the line is on the disk. After an error the effect has not happened.
func (j *journal) append(e Entry) (Entry, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	e.Time = time.Now().UTC()
	e.Execution = len(j.entries) + 1
	line, err := json.Marshal(e)
	if err != nil {
		return Entry{}, err
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return Entry{}, err
	}
	if err := j.file.Sync(); err != nil {
		return Entry{}, err
	}
	j.entries = append(j.entries, e)
	return e, nil
}

// list returns all entries, oldest first.
func (j *journal) list() []Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.entries)
}

func (j *journal) close() error { return j.file.Close() }
