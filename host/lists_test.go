package host_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mcponce/host"
)

// Lists of tools on their way through the filter, step by step.

const listsConfig = `{"paths": ["/mcp"], "principal": {"header": "x-user"}, "hold_headers": "optional", "tick": "1s",
	"store": {"local": {"records": 1024}},
	"tools": [{"match": ["trusted"], "annotations": "trust"}, {"match": ["shown"], "advertise": true}, {"match": ["*"]}]}`

// readers is a configuration in which lists are read, and never changed.
var readers = strings.Replace(listsConfig, `"advertise": true`, `"advertise": false`, 1)

const (
	listed    = `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"trusted","inputSchema":{},"annotations":{"readOnlyHint":true}}]}}`
	listShown = `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"shown","inputSchema":{}}]}}`
)

func withConfig(config string) func(*host.Options) {
	return func(o *host.Options) { o.Plugin.Configuration = config }
}

func (b *bench) list(worker int) *host.Caller {
	return b.Send(worker, host.Post("/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, [2]string{"content-type", "application/json"}))
}

func begun(length int) [][2]string {
	h := [][2]string{{":status", "200"}, {"content-type", "application/json"}}
	if length >= 0 {
		h = append(h, [2]string{"content-length", strconv.Itoa(length)})
	}
	return h
}

func TestListThatOneWorkerSawIsKnownToTheOther(t *testing.T) {
	b := scripted(t, plugin(t), withConfig(readers))
	b.want(b.unkeyed(1, "trusted"), "key_missing")
	b.list(0)
	b.upstream().Answer(host.JSON(200, listed))
	passes := b.unkeyed(1, "trusted")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(passes, "executed")
	b.list(1)
	b.upstream().Answer(host.JSON(200, strings.Replace(listed, "true", "false", 1)))
	b.want(b.unkeyed(0, "trusted"), "key_missing")
}

// The client may call as soon as it has the list, before its end is told.
func TestListIsKnownBeforeTheClientHasIt(t *testing.T) {
	for name, config := range map[string]string{"passing": readers, "held": listsConfig} {
		t.Run(name, func(t *testing.T) {
			b := scripted(t, plugin(t), withConfig(config))
			caller := b.list(0)
			server := b.upstream()
			server.Begin(begun(len(listed)), false)
			server.Data(listed[:40], false)
			server.Data(listed[40:], false)
			if got := caller.Answer().Body; got != listed {
				t.Fatalf("the client has %q; want the whole list", got)
			}
			passes := b.unkeyed(1, "trusted")
			b.upstream().Answer(host.JSON(200, executed))
			b.want(passes, "executed")
		})
	}
}

func TestListThatMayChangeIsHeldUntilItIsWhole(t *testing.T) {
	for name, length := range map[string]int{"content-length": len(listShown), "chunks": -1} {
		t.Run(name, func(t *testing.T) {
			b := scripted(t, plugin(t), withConfig(listsConfig))
			caller := b.list(0)
			server := b.upstream()
			server.Begin(begun(length), false)
			server.Data(listShown[:10], false)
			server.Data(listShown[10:60], false)
			if got := caller.Answer(); got.Status != 0 || got.Body != "" {
				t.Fatalf("the client has %v of half a list; want nothing", got)
			}
			server.Data(listShown[60:], false)
			server.Data("", true)
			got := caller.Answer()
			if !got.Whole || !strings.Contains(got.Body, `"required":["idempotency_key"]`) {
				t.Fatalf("got %v; want the argument in it", got)
			}
			said := slices.Contains(got.Headers, [2]string{"content-length", strconv.Itoa(len(got.Body))})
			if said != (length >= 0) {
				t.Errorf("headers %v for %d bytes", got.Headers, len(got.Body))
			}
		})
	}
}

func TestHeldListWithTrailersKeepsThem(t *testing.T) {
	b := scripted(t, plugin(t), withConfig(listsConfig))
	caller := b.list(0)
	answer := host.Message{Headers: begun(-1), Body: listShown, Trailers: [][2]string{{"x-sum", "1"}}}
	b.upstream().Answer(answer)
	if got := caller.Answer(); !got.Whole || len(got.Trailers) != 1 || !strings.Contains(got.Body, "idempotency_key") {
		t.Errorf("got %v %v; want the argument and the trailers", got, got.Trailers)
	}
	broken := b.list(0)
	answer.Body = listShown[:50]
	b.upstream().Answer(answer)
	if got := broken.Answer(); !got.Whole || len(got.Trailers) != 1 || got.Body != answer.Body {
		t.Errorf("got %v %v; want half a list as it came", got, got.Trailers)
	}
}

// A server may ask its client something, and wait for the answer, before it lists its tools.
func TestHeldEventsFlowWhenTheServerAsks(t *testing.T) {
	const asks, notifies = "data: {\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"roots/list\"}\n\n", "data: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n"
	b := scripted(t, plugin(t), withConfig(listsConfig))
	caller := b.list(0)
	server := b.upstream()
	server.Begin([][2]string{{":status", "200"}, {"content-type", "text/event-stream"}}, false)
	server.Data(notifies, false)
	if got := caller.Answer(); got.Status != 0 {
		t.Fatalf("the client has %v; want nothing yet", got)
	}
	server.Data(asks, false)
	if got := caller.Answer(); got.Body != notifies+asks {
		t.Fatalf("the client has %v; want what the server asks", got)
	}
	last := "data: " + strings.Replace(listed, "}]}}", "},"+`{"name":"shown","inputSchema":{}}]}}`, 1) + "\n\n"
	server.Data(last, true)
	if got := caller.Answer(); got.Body != notifies+asks+last {
		t.Errorf("the client has %v; want the list as it came", got)
	}
	passes := b.unkeyed(1, "trusted")
	b.upstream().Answer(host.JSON(200, executed))
	b.want(passes, "executed")
}

// Where the gateway does not hold headers, a held answer would never go on; and the length of a request has been told.
func TestWithoutHeldHeadersListsPassAndKeysAreTakenOut(t *testing.T) {
	b := scripted(t, plugin(t), func(o *host.Options) { o.Plugin.Configuration, o.WithholdBody = listsConfig, true })
	caller := b.list(0)
	b.Advance(10 * time.Second) // the filter finds out
	b.upstream().Answer(host.JSON(200, listShown))
	if got := caller.Answer(); got.Body != listShown {
		t.Errorf("got %v; want the list as it came", got)
	}
	const with, without = `"arguments":{"idempotency_key":"k","a":1}`, `"arguments":{                      "a":1}`
	message := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"shown",` + with + `}}`
	request := host.Post("/mcp", message, [2]string{"x-user", "alice"}, [2]string{"content-type", "application/json"})
	for _, want := range []string{"executed", "replayed"} {
		call := b.Send(0, request)
		if server := b.upstream(); want == "executed" {
			if got := strings.Replace(message, with, without, 1); server.Body != got {
				t.Errorf("the server got %q; want %q", server.Body, got)
			}
			server.Answer(host.JSON(200, executed))
		}
		b.want(call, want)
	}
}
