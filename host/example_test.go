package host_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"

	"mcponce/host"
)

// A test of a filter, without a network: the test plays the client and the server.
func ExampleNewBench() {
	wasm, err := os.ReadFile("../build/plugin.wasm") // your own filter
	if err != nil {
		log.Fatal(err)
	}
	bench, err := host.NewBench(context.Background(), host.Options{Plugin: host.Plugin{Wasm: wasm,
		Configuration: `{"paths": ["/mcp"], "anonymous": "shared", "tools": [{"match": ["*"]}]}`}})
	if err != nil {
		log.Fatal(err)
	}
	defer bench.Close()
	pay := host.Post("/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pay"}}`,
		[2]string{"content-type", "application/json"}, [2]string{"idempotency-key", "k"})

	first := bench.Send(0, pay)
	bench.Upstream().Answer(host.JSON(200, `{"jsonrpc":"2.0","id":1,"result":{"content":[]}}`))
	again := bench.Send(0, pay)
	fmt.Println(first.Answer())
	fmt.Println(again.Answer().Status, slices.Contains(again.Answer().Headers, [2]string{"idempotent-replayed", "true"}))
	fmt.Println(bench.Upstream() == nil)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[]}}
	// 200 true
	// true
}

// A gateway before a server, on real connections.
func ExampleStart() {
	wasm, err := os.ReadFile("../build/plugin.wasm")
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	gateway, err := host.Start(context.Background(), host.Options{
		Plugin: host.Plugin{Wasm: wasm,
			Configuration: `{"paths": ["/mcp"], "anonymous": "shared", "tools": [{"match": ["*"]}]}`},
		Upstream: strings.TrimPrefix(server.URL, "http://"),
		Workers:  2,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer gateway.Close()
	response, err := http.Get(gateway.URL() + "/elsewhere")
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	fmt.Println(response.Status)
	// Output: 404 Not Found
}
