package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"mcponce/envoy/bench/load"
)

// A tool whose name begins with slow takes long enough that duplicates sent together overlap.
const (
	slow   = "slow_"
	slowly = 300 * time.Millisecond
)

// upstream is an MCP server that does no work: it reads a call, counts it, and answers with the receipt of its key. It
// reads no JSON but the id, so that ratios to its cost flatter nobody.
type upstream struct{ executions atomic.Int64 }

// ServeHTTP implements http.Handler. GET asks for the number of executions.
func (u *upstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		fmt.Fprint(w, u.executions.Load())
		return
	}
	body, err := io.ReadAll(r.Body)
	id, found := idOf(body)
	if err != nil || !found {
		http.Error(w, "want a request whose second member is its id", http.StatusBadRequest)
		return
	}
	u.executions.Add(1)
	if strings.HasPrefix(r.Header.Get("mcp-name"), slow) {
		time.Sleep(slowly)
	}
	receipt := load.Receipt(strings.Trim(r.Header.Get("idempotency-key"), `"`))
	w.Header().Set("content-type", "application/json")
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"Paid. %s"}],`+
		`"structuredContent":{"receipt":%q,"amount":"125.00","currency":"EUR"},"isError":false,"resultType":"complete"}}`, id, receipt, receipt)
}

// idOf finds the id of a message that begins as those of package load do.
func idOf(body []byte) (id []byte, found bool) {
	rest, found := bytes.CutPrefix(body, []byte(`{"jsonrpc":"2.0","id":`))
	id, _, ended := bytes.Cut(rest, []byte(","))
	return id, found && ended
}

// executions asks the upstream at ip:port how many calls it has executed.
func executions(address string) (int, error) {
	response, err := http.Get("http://" + address)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(string(text))
}
