package soak

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// What the server does with a call. The call's arguments say it, so that the server keeps no script.
const (
	planAnswer     = "answer"
	planStream     = "stream" // an event stream, with progress before the answer
	planLarge      = "large"  // an outcome that is not kept
	planError      = "error"  // a JSON-RPC error after the execution
	planToolError  = "tool-error"
	planSlow       = "slow"
	planInput      = "input"        // asks for input first
	planRefuse     = "refuse"       // 429, executes nothing
	planResetEarly = "reset-early"  // the connection breaks, nothing was executed
	planResetLate  = "reset-late"   // it breaks after the execution
	planCut        = "cut"          // it breaks in the middle of the answer
	planHang       = "hang"         // executed, and answered past the gateway's timeout
	planNone       = "not-answered" // executed, and answered 202
)

const (
	largeSize = 96 << 10 // above max_result
	overdue   = toolTimeout + 500*time.Millisecond
)

// ledger counts the executions of each round of each action: the ground truth.
type ledger struct {
	mu       sync.Mutex
	executed map[string]int // by key and round
	receipts atomic.Int64
	arrived  sync.Map // key -> chan struct{}, closed when a call with the key has come
}

// execute counts an execution and returns its receipt.
func (l *ledger) execute(key, round string) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.executed[key+"/"+round]++
	return l.receipts.Add(1)
}

func (l *ledger) executions(key, round string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.executed[key+"/"+round]
}

// expect returns a channel that is closed when a call with the key has come to the server.
func (l *ledger) expect(key string) <-chan struct{} {
	c := make(chan struct{})
	l.arrived.Store(key, c)
	return c
}

func (l *ledger) arrive(key string) {
	if c, ok := l.arrived.LoadAndDelete(key); ok {
		close(c.(chan struct{}))
	}
}

// request is what the server reads of a call.
type request struct {
	ID     json.RawMessage
	Params struct {
		Arguments struct {
			Plan string
		}
		InputResponses map[string]any
	}
}

// startOrigin runs the MCP server on a loopback port.
func startOrigin(l *ledger) (address string, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: http.HandlerFunc(l.serve)}
	go server.Serve(listener)
	return listener.Addr().String(), func() { server.Close() }, nil
}

func (l *ledger) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var call request
	if err != nil || json.Unmarshal(body, &call) != nil {
		http.Error(w, "a call is expected", http.StatusBadRequest)
		return
	}
	key := r.Header.Get("Idempotency-Key")
	l.arrive(key)
	plan, round := call.Params.Arguments.Plan, "0"
	if call.Params.InputResponses != nil {
		plan, round = planAnswer, "1"
	}
	switch plan {
	case planRefuse:
		w.WriteHeader(http.StatusTooManyRequests)
		return
	case planResetEarly:
		reset(w)
		return
	}
	l.answer(w, call.ID, plan, l.execute(key, round))
}

// answer gives the outcome of an execution as the plan has it.
func (l *ledger) answer(w http.ResponseWriter, id json.RawMessage, plan string, receipt int64) {
	text := fmt.Sprint(receipt)
	switch plan {
	case planResetLate:
		reset(w)
		return
	case planNone:
		w.WriteHeader(http.StatusAccepted)
		return
	case planHang:
		time.Sleep(overdue)
	case planSlow:
		time.Sleep(time.Duration(20+receipt%180) * time.Millisecond)
	case planLarge:
		text += " " + strings.Repeat("x", largeSize)
	}
	member := fmt.Sprintf(`"result":{"resultType":"complete","content":[{"type":"text","text":"receipt %s"}],"isError":%t}`, text, plan == planToolError)
	switch plan {
	case planError:
		member = fmt.Sprintf(`"error":{"code":-32603,"message":"receipt %s"}`, text)
	case planInput:
		member = fmt.Sprintf(`"result":{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"receipt %s"}}},"requestState":"s"}`, text)
	}
	message := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, id, member)
	switch plan {
	case planStream:
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progress\":1}}\n\n")
		w.(http.Flusher).Flush()
		fmt.Fprintf(w, "data: %s\n\n", message)
	case planCut:
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", fmt.Sprint(len(message)))
		io.WriteString(w, message[:len(message)/2])
		w.(http.Flusher).Flush()
		reset(w)
	default:
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, message)
	}
}

// reset breaks the connection with RST.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // an answer has begun: the server closes the connection
	}
	conn.(*net.TCPConn).SetLinger(0)
	conn.Close()
}
