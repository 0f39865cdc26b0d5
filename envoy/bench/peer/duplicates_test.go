package peer

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	extproc "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// duplicates are calls with one key, sent at the same time.
const duplicates = 64

const paid = `{"jsonrpc":"2.0","id":0,"result":{"receipt":"r-1"}}`

func bodyOf(id int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"pay","arguments":{"a":1}}}`, id)
}

// told is what one of them got.
type told struct {
	replayed bool
	body     string
}

// checkTold wants one first answer, and replays of it with ids of their own for all others.
func checkTold(t *testing.T, all []told) {
	t.Helper()
	firsts := 0
	for id, got := range all {
		switch want := strings.Replace(paid, `"id":0`, fmt.Sprintf(`"id":%d`, id), 1); {
		case !got.replayed:
			firsts++
		case got.body != want:
			t.Errorf("got %s; want %s", got.body, want)
		}
	}
	if firsts != 1 {
		t.Errorf("got %d answers that are no replays; want 1", firsts)
	}
}

func TestSidecarRunsDuplicatesOnce(t *testing.T) {
	var executions atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		executions.Add(1)
		io.WriteString(w, paid)
	}))
	defer server.Close()
	proxy := httptest.NewServer(NewSidecar(server.Listener.Addr().String()))
	defer proxy.Close()

	answers := make([]told, duplicates)
	var all sync.WaitGroup
	for id := range answers {
		all.Go(func() {
			r, _ := http.NewRequest(http.MethodPost, proxy.URL+"/mcp", strings.NewReader(bodyOf(id)))
			r.Header.Set("idempotency-key", "k")
			response, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			defer response.Body.Close()
			body, err := io.ReadAll(response.Body)
			if err != nil {
				t.Error(err)
			}
			answers[id] = told{response.Header.Get("idempotent-replayed") == "true", string(body)}
		})
	}
	all.Wait()
	checkTold(t, answers)
	if n := executions.Load(); n != 1 {
		t.Errorf("got %d executions; want 1", n)
	}
}

func TestSidecarKeepsTheResultOfACallWhoseClientLeft(t *testing.T) {
	began, resume := make(chan struct{}), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		close(began) // a second execution panics
		<-resume
		io.WriteString(w, paid)
	}))
	defer server.Close()
	sidecar := NewSidecar(server.Listener.Addr().String())
	send := func(ctx context.Context, id int) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/mcp", strings.NewReader(bodyOf(id)))
		r.Header.Set("idempotency-key", "k")
		w := httptest.NewRecorder()
		sidecar.ServeHTTP(w, r)
		return w
	}
	ctx, leave := context.WithCancel(context.Background())
	var first sync.WaitGroup
	first.Go(func() { send(ctx, 0) })
	<-began
	leave()
	close(resume)
	if got := send(context.Background(), 1); !strings.Contains(got.Body.String(), `"receipt":"r-1"`) {
		t.Errorf("got %s; want the first call's result", got.Body)
	}
	first.Wait()
}

func TestExtProcRunsDuplicatesOnce(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	client := startExtProc(t)
	answers := make([]told, duplicates)
	var all sync.WaitGroup
	for id := range answers {
		all.Go(func() {
			var err error
			if answers[id], err = exchangeOf(ctx, client, id); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	checkTold(t, answers)
}

func startExtProc(t *testing.T) extproc.ExternalProcessorClient {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go ServeExtProc(listener)
	t.Cleanup(func() { listener.Close() })
	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return extproc.NewExternalProcessorClient(conn)
}

// exchangeOf says what Envoy says for one request, and goes on to the server's answer if the request may go on.
func exchangeOf(ctx context.Context, client extproc.ExternalProcessorClient, id int) (told, error) {
	stream, err := client.Process(ctx)
	if err != nil {
		return told{}, err
	}
	say := func(request *extproc.ProcessingRequest) (*extproc.ProcessingResponse, error) {
		if err := stream.Send(request); err != nil {
			return nil, err
		}
		return stream.Recv()
	}
	if _, err := say(&extproc.ProcessingRequest{Request: &extproc.ProcessingRequest_RequestHeaders{RequestHeaders: headersOf("idempotency-key", "k")}}); err != nil {
		return told{}, err
	}
	answer, err := say(&extproc.ProcessingRequest{Request: &extproc.ProcessingRequest_RequestBody{RequestBody: &extproc.HttpBody{Body: []byte(bodyOf(id)), EndOfStream: true}}})
	if err != nil {
		return told{}, err
	}
	if replay := answer.GetImmediateResponse(); replay != nil {
		return told{true, string(replay.Body)}, stream.CloseSend()
	}
	if _, err := say(&extproc.ProcessingRequest{Request: &extproc.ProcessingRequest_ResponseHeaders{ResponseHeaders: headersOf(":status", "200")}}); err != nil {
		return told{}, err
	}
	_, err = say(&extproc.ProcessingRequest{Request: &extproc.ProcessingRequest_ResponseBody{ResponseBody: &extproc.HttpBody{Body: []byte(paid), EndOfStream: true}}})
	return told{body: paid}, err
}

func headersOf(name, value string) *extproc.HttpHeaders {
	return &extproc.HttpHeaders{Headers: &core.HeaderMap{Headers: []*core.HeaderValue{{Key: name, RawValue: []byte(value)}}}}
}
