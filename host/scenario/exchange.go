package scenario

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// exchange is one request at the origin and its answer. Its points: received, headers, half, whole, end, left.
type exchange struct {
	points
	request *request
	script  *script
	receipt int
	sent    strings.Builder // what was written of the body; read it when the exchange is over
}

var errCut = errors.New("the script cuts the connection here")

// serve answers the requests of one connection.
func (o *origin) serve(conn *net.TCPConn) {
	defer func() {
		o.mu.Lock()
		delete(o.conns, conn)
		o.mu.Unlock()
		conn.Close()
	}()
	for reader := bufio.NewReader(conn); ; {
		head, err := http.ReadRequest(reader)
		if err != nil {
			return
		}
		content, err := io.ReadAll(head.Body)
		if err != nil {
			return
		}
		x := o.begin(&request{Request: head, body: content})
		closed := make(chan error, 1) // gets a value when the next request begins (nil) or the gateway has closed
		go func() {
			_, err := reader.Peek(1)
			if err != nil {
				x.leave()
			}
			closed <- err
		}()
		if err := x.answer(conn); err != nil {
			x.close(conn, errors.Is(err, errCut) && !x.script.byFIN)
			<-closed
			return
		}
		x.finish()
		if <-closed != nil {
			return
		}
	}
}

// begin makes the exchange of a request, and executes its calls.
func (o *origin) begin(r *request) *exchange {
	r.readMessages()
	o.mu.Lock()
	defer o.mu.Unlock()
	x := &exchange{request: r, script: o.script}
	for _, call := range r.calls {
		t := o.ledger[r.entry(call)]
		if x.script.refuses {
			t.refused++
		} else {
			t.executed++
			o.receipts++
			x.receipt = o.receipts
		}
		o.ledger[r.entry(call)] = t
	}
	o.exchanges = append(o.exchanges, x)
	close(o.arrival)
	o.arrival = make(chan struct{})
	return x
}

// answer writes the response, and stops at the script's points.
func (x *exchange) answer(w io.Writer) error {
	response := x.script.respond(x.request, x.receipt)
	if err := x.at(received); err != nil {
		return err
	}
	if _, err := io.WriteString(w, response.head); err != nil {
		return err
	}
	if err := x.at(headers); err != nil {
		return err
	}
	for i, part := range response.parts {
		if err := x.write(w, part, response.chunked); err != nil {
			return err
		}
		switch last := i == len(response.parts)-1; {
		case !last && x.script.stepwise:
			if err := x.hold(x.script.steps); err != nil {
				return err
			}
		case !last:
			if err := x.at(half); err != nil {
				return err
			}
		}
	}
	if err := x.at(whole); err != nil {
		return err
	}
	if response.chunked {
		if _, err := io.WriteString(w, "0\r\n"+response.trailer+"\r\n"); err != nil {
			return err
		}
	}
	return x.at(end)
}

func (x *exchange) write(w io.Writer, part string, chunked bool) error {
	if part == "" {
		return nil // as a chunk it would mean the end
	}
	x.sent.WriteString(part)
	if chunked {
		part = fmt.Sprintf("%x\r\n%s\r\n", len(part), part)
	}
	_, err := io.WriteString(w, part)
	return err
}

// at is called when the point is reached.
func (x *exchange) at(p point) error {
	x.reach(p)
	if x.script.pause == p {
		if err := x.hold(x.script.resumed); err != nil {
			return err
		}
	}
	if x.script.cut == p {
		return errCut
	}
	return nil
}

// hold waits for a word of the scenario, or for the gateway to leave.
func (x *exchange) hold(word <-chan struct{}) error {
	for {
		gone, _, changed := x.status(x.has(left))
		if gone {
			return errors.New("the gateway left")
		}
		select {
		case <-word:
			return nil
		case <-changed:
		}
	}
}

// leave is called when the gateway has closed the connection: the exchange, if it still runs, lost its reader.
func (x *exchange) leave() {
	if _, over, _ := x.status(x.has(left)); !over {
		x.reach(left)
	}
}

// close ends the connection before its time: with RST, or with FIN and a wait for the gateway's own end.
func (x *exchange) close(conn *net.TCPConn, reset bool) {
	x.finish()
	if reset {
		conn.SetLinger(0)
		conn.Close()
		return
	}
	conn.SetReadDeadline(time.Now().Add(patience))
	conn.CloseWrite()
}
