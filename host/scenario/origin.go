package scenario

import (
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"time"
)

// origin is the upstream of a gateway: an MCP server under the scenario's control, exact to the byte.
type origin struct {
	address string

	mu        sync.Mutex
	listener  net.Listener // nil while down
	conns     map[*net.TCPConn]bool
	served    sync.WaitGroup // one for each connection
	script    *script
	earlier   *script       // the one before
	exchanges []*exchange   // in order of arrival, since the last restart
	arrival   chan struct{} // closed and renewed by every exchange
	ledger    ledger
	receipts  int
}

// newOrigin listens on a free loopback port. The port is below those that systems give to connections and to listeners
// without a port of their own (RFC 6335 and Linux both begin above): it is still free when the origin comes back from
// being down.
func newOrigin() (*origin, error) {
	o := &origin{conns: map[*net.TCPConn]bool{}, script: newScript(), ledger: ledger{}, arrival: make(chan struct{})}
	var err error
	for range 100 {
		o.address = fmt.Sprintf("127.0.0.1:%d", 20_000+rand.IntN(12_000))
		if err = o.up(); err == nil {
			return o, nil
		}
	}
	return nil, err
}

// up listens on the origin's port, the same one every time.
func (o *origin) up() error {
	listener, err := net.Listen("tcp", o.address)
	if err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.address, o.listener = listener.Addr().String(), listener
	go o.accept(listener)
	return nil
}

func (o *origin) accept(listener net.Listener) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return // closed by down
		}
		o.mu.Lock()
		if o.listener == listener {
			o.conns[conn.(*net.TCPConn)] = true
			o.served.Go(func() { o.serve(conn.(*net.TCPConn)) })
		} else {
			conn.Close()
		}
		o.mu.Unlock()
	}
}

// down refuses connections and ends the open ones. It returns when the gateway has given those up too, so that its next
// request finds no connection to use.
func (o *origin) down() {
	o.mu.Lock()
	listener := o.listener
	o.listener = nil
	for conn := range o.conns {
		conn.CloseWrite()
		conn.SetReadDeadline(time.Now().Add(patience))
	}
	o.mu.Unlock()
	if listener != nil {
		listener.Close()
	}
	o.served.Wait()
}

// restart makes the origin as new, on the same port: what ran is cut, the ledger is empty.
func (o *origin) restart() error {
	o.down()
	o.mu.Lock()
	o.earlier, o.script, o.exchanges, o.ledger, o.receipts = nil, newScript(), nil, ledger{}, 0
	o.mu.Unlock()
	return o.up()
}

// follow replaces the script.
func (o *origin) follow(s *script) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.earlier, o.script = o.script, s
}

// resume lets go on what is paused under the present script, or under the one before.
func (o *origin) resume(earlier bool) {
	o.mu.Lock()
	s := o.script
	if earlier && o.earlier != nil {
		s = o.earlier
	}
	o.mu.Unlock()
	s.resume()
}

// wait waits until the newest exchange under the present script reaches the point, or until there is one that does.
func (o *origin) wait(at point) error {
	for bound := time.After(patience); ; {
		x, arrival := o.newest()
		if x != nil {
			return x.wait(at, x.has(at))
		}
		select {
		case <-arrival:
		case <-bound:
			return fmt.Errorf("waited %v for a request at the origin", patience)
		}
	}
}

// newest is the latest exchange under the present script; without one, the channel closes at the next arrival.
func (o *origin) newest() (*exchange, <-chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n := len(o.exchanges); n > 0 && o.exchanges[n-1].script == o.script {
		return o.exchanges[n-1], nil
	}
	return nil, o.arrival
}

// since returns the exchanges but the first n, and how many there are in all.
func (o *origin) since(n int) ([]*exchange, int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.exchanges[n:]), len(o.exchanges)
}

// executions returns a copy of the ledger.
func (o *origin) executions() ledger {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.ledger.withKeys(func(key string) string { return key })
}
