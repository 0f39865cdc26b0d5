// Package shareddata is the shared key-value data and the shared queues of proxy-wasm hosts, with exactly their rules.
package shareddata

import (
	"errors"
	"sync"
)

// ErrNotFound: the key was never set, or the queue is not known.
var ErrNotFound = errors.New("shared data: not found")

// ErrCASMismatch: the key holds another CAS than the one given.
var ErrCASMismatch = errors.New("shared data: compare-and-swap mismatch")

// ErrUnavailable: the host has no shared data.
var ErrUnavailable = errors.New("shared data: not available")

// Dialect is how a host's shared data takes a compare-and-swap. There is no delete and no enumeration in any of them.
type Dialect int

const (
	// Envoy has rules that surprise (proxy-wasm-cpp-host src/shared_data.cc): a set with CAS 0 overwrites whatever is there,
	// and a set of a missing key succeeds whatever CAS it carries. A filter that relies on anything kinder races there.
	Envoy Dialect = iota
	// Strict is Kong's (ngx_wasm_module src/common/shm/ngx_wa_shm_kv.c): a set succeeds only with the CAS that is there, which
	// is 0 for a missing key.
	Strict
	// None has no shared data: every call fails with ErrUnavailable (APISIX).
	None
)

// Data is the shared data of one VM id. It is safe for concurrent use. The zero value is not ready; use New.
type Data struct {
	dialect Dialect

	mu      sync.Mutex
	entries map[string]entry
	next    uint32
}

type entry struct {
	value []byte
	cas   uint32 // never 0
}

// New returns empty shared data.
func New(d Dialect) *Data { return &Data{dialect: d, entries: make(map[string]entry), next: 1} }

// Get returns a copy of the value under key and its CAS, which is never 0. Errors: ErrNotFound, ErrUnavailable.
func (d *Data) Get(key string) ([]byte, uint32, error) {
	if d.dialect == None {
		return nil, 0, ErrUnavailable
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	e, ok := d.entries[key]
	if !ok {
		return nil, 0, ErrNotFound
	}
	return append([]byte(nil), e.value...), e.cas, nil
}

// Set stores a copy of value under key, or fails as the dialect says. Errors: ErrCASMismatch, ErrUnavailable.
func (d *Data) Set(key string, value []byte, cas uint32) error {
	if d.dialect == None {
		return ErrUnavailable
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.accepts(d.entries[key].cas, cas) {
		return ErrCASMismatch
	}
	d.entries[key] = entry{append([]byte(nil), value...), d.take()}
	return nil
}

// accepts compares the CAS that is there, 0 for a missing key, with the one given.
func (d *Data) accepts(there, given uint32) bool {
	if d.dialect == Envoy && (there == 0 || given == 0) {
		return true
	}
	return given == there
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
