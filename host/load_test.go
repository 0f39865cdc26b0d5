package host_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
)

func TestThousandConnectionsWithLargeBodies(t *testing.T) {
	const connections, size = 1000, 64 << 10
	b := start(t, plugin(t), unchanged)
	b.release()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections}}
	large := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"inline","arguments":{"a":"%s"}}}`,
		strings.Repeat("x", size))
	told := make(chan string, 2*connections)
	for _, expected := range []string{"executed", "replayed"} {
		var all sync.WaitGroup
		for i := range connections {
			all.Go(func() { told <- post(client, b.URL(), fmt.Sprintf("key-%d", i), large) })
		}
		all.Wait()
		for range connections {
			want(t, told, expected)
		}
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
