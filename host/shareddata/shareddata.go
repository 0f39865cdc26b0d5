// Package shareddata is the shared key-value data of Envoy's proxy-wasm host, with exactly its compare-and-swap rules.
//
// Source: proxy-wasm-cpp-host src/shared_data.cc. The rules that surprise are kept, because a filter that relies on
// anything kinder races in Envoy:
//
//   - a set with CAS 0 overwrites whatever is there;
//   - a set of a missing key succeeds whatever CAS it carries;
//   - there is no delete and no enumeration.
package shareddata

import (
	"errors"
	"sync"
)

// ErrNotFound: the key was never set.
var ErrNotFound = errors.New("shared data: not found")

// ErrCASMismatch: the key holds another CAS than the one given.
var ErrCASMismatch = errors.New("shared data: compare-and-swap mismatch")

// Data is the shared data of one VM id. It is safe for concurrent use. The zero value is not ready; use New.
type Data struct {
	mu      sync.Mutex
	entries map[string]entry
	next    uint32
}

type entry struct {
	value []byte
	cas   uint32
}

// New returns empty shared data.
func New() *Data { return &Data{entries: make(map[string]entry), next: 1} }

// Get returns a copy of the value under key and its CAS, which is never 0, or ErrNotFound.
func (d *Data) Get(key string) ([]byte, uint32, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e, ok := d.entries[key]
	if !ok {
		return nil, 0, ErrNotFound
	}
	return append([]byte(nil), e.value...), e.cas, nil
}

// Set stores a copy of value under key. For a key that exists and a cas other than 0 and than the key's own it fails with
// ErrCASMismatch; in every other case it succeeds.
func (d *Data) Set(key string, value []byte, cas uint32) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e, ok := d.entries[key]; ok && cas != 0 && cas != e.cas {
		return ErrCASMismatch
	}
	d.entries[key] = entry{append([]byte(nil), value...), d.take()}
	return nil
}

// take returns the next CAS. It wraps around after 2^32 - 1 sets and leaves 0 out, which would mean "no CAS".
func (d *Data) take() uint32 {
	cas := d.next
	d.next++
	if d.next == 0 {
		d.next = 1
	}
	return cas
}
