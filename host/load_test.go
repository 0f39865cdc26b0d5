package host_test

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// Every connection brings a body of 64 KiB, again and again. What that takes does not grow, and ends with the gateway.
func TestThousandConnectionsWithLargeBodies(t *testing.T) {
	const connections, size = 1000, 64 << 10
	b := start(t, plugin(t), unchanged)
	b.release()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections}}
	large := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"inline","arguments":{"a":"%s"}}}`,
		strings.Repeat("x", size))
	told := make(chan string, connections)
	var used []uint64 // bytes after each wave
	for _, expected := range []string{"executed", "replayed", "replayed"} {
		var all sync.WaitGroup
		for i := range connections {
			all.Go(func() { told <- post(client, b.URL(), fmt.Sprintf("key-%d", i), large) })
		}
		all.Wait()
		for range connections {
			want(t, told, expected)
		}
		used = append(used, inUse())
	}
	t.Logf("in use after each wave: %v MiB", used)
	if first, last := used[1], used[len(used)-1]; last > first+first/4 {
		t.Errorf("%d MiB are in use after %d waves, %d after two; want no growth", last, len(used), first)
	}
	client.CloseIdleConnections()
	b.count(func() {
		for key, n := range b.executed {
			if n != 1 {
				t.Errorf("%s was executed %d times", key, n)
			}
		}
	})
	b.Close()
	noGoroutineLeft(t)
}

func post(client *http.Client, url, key, body string) string {
	request, err := http.NewRequest(http.MethodPost, url+"/mcp", strings.NewReader(body))
	if err != nil {
		return err.Error()
	}
	request.Header = http.Header{"X-User": {"alice"}, "Idempotency-Key": {key}, "Content-Type": {"application/json"}}
	response, err := client.Do(request)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	return read(response)
}

// inUse is how many MiB the process uses, with the memories of its VMs.
func inUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapInuse >> 20
}
