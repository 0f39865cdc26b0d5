package probe

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// origin is the upstream of the gateways. It speaks HTTP/1.1 and HTTP/2, and answers as its script says.
type origin struct {
	address string

	mu       sync.Mutex
	listener net.Listener // nil while down
	conns    map[net.Conn]bool
	script   []step
	resume   chan struct{}
	seen     []*received   // requests, since the script was set
	changed  chan struct{} // closed and renewed when anything about them changes
}

// step is a line of a script.
type step struct {
	word      string
	arguments []string
}

type connKey struct{}

// newOrigin listens on a loopback port below those that systems give to connections, so that it is still free when the
// origin comes back from being down.
func newOrigin() (*origin, error) {
	o := &origin{conns: map[net.Conn]bool{}, changed: make(chan struct{})}
	o.follow(nil)
	var err error
	for range 100 {
		o.address = fmt.Sprintf("127.0.0.1:%d", 20_000+rand.IntN(12_000))
		if err = o.up(); err == nil {
			return o, nil
		}
	}
	return nil, err
}

func (o *origin) up() error {
	listener, err := net.Listen("tcp", o.address)
	if err != nil {
		return err
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	server := &http.Server{Handler: o, Protocols: protocols, ConnState: o.follows,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) }}
	o.change(func() { o.listener = listener })
	go server.Serve(listener)
	return nil
}

// follows keeps account of the connections.
func (o *origin) follows(c net.Conn, state http.ConnState) {
	o.change(func() {
		switch state {
		case http.StateNew:
			o.conns[c] = true
		case http.StateClosed:
			delete(o.conns, c)
		}
	})
}

// down refuses connections and ends the open ones. It returns when the gateways have given those up too, so that their
// next request finds no connection to use.
func (o *origin) down() error {
	o.change(func() {
		if o.listener != nil {
			o.listener.Close()
			o.listener = nil
		}
		for c := range o.conns {
			c.(*net.TCPConn).CloseWrite()
		}
	})
	return o.until("the gateways to close their connections", func() bool { return len(o.conns) == 0 })
}

// until waits until the condition, about what mu guards, holds.
func (o *origin) until(what string, holds func() bool) error {
	for bound := time.After(patience); ; {
		o.mu.Lock()
		met, changed := holds(), o.changed
		o.mu.Unlock()
		if met {
			return nil
		}
		select {
		case <-changed:
		case <-bound:
			return fmt.Errorf("waited %v for %s", patience, what)
		}
	}
}

// follow sets the script of the requests that come from now on.
func (o *origin) follow(script []step) {
	if len(script) == 0 {
		script = []step{{"head", []string{"200", "content-length=2"}}, {"body", []string{"ok"}}}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.script, o.resume, o.seen = script, make(chan struct{}), nil
}

// restart makes the origin as new for the next file.
func (o *origin) restart() error {
	o.follow(nil)
	if o.listener != nil {
		return nil
	}
	return o.up()
}

func (o *origin) change(f func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	f()
	close(o.changed)
	o.changed = make(chan struct{})
}

// ServeHTTP implements http.Handler.
func (o *origin) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &received{head: headOf(r), state: "reading"}
	var script []step
	var resume chan struct{}
	o.change(func() {
		script, resume = o.script, o.resume
		o.seen = append(o.seen, x)
	})
	if script[0].word == "early" {
		script = script[1:]
		http.NewResponseController(w).EnableFullDuplex() // else net/http reads the request before it answers
	} else {
		body, err := io.ReadAll(r.Body)
		o.change(func() {
			x.body, x.state, x.trailers = string(body), "read", r.Trailer
			if err != nil {
				x.state = "broken off: " + err.Error()
			}
		})
		if err != nil {
			return
		}
	}
	for _, s := range script {
		if !o.step(w, r, x, s, resume) {
			return
		}
	}
	o.change(func() { x.state = "answered" })
}

// step does one line of the script; false says that the exchange is over.
func (o *origin) step(w http.ResponseWriter, r *http.Request, x *received, s step, resume <-chan struct{}) bool {
	switch s.word {
	case "head":
		header := w.Header()
		header["Content-Type"] = nil // else net/http guesses one
		for _, pair := range s.arguments[1:] {
			name, value, _ := strings.Cut(pair, "=")
			header.Add(name, value)
		}
		w.WriteHeader(number(s.arguments[0]))
	case "body":
		io.WriteString(w, expand(s.arguments[0]))
	case "flush":
		http.NewResponseController(w).Flush()
	case "trailers":
		for _, pair := range s.arguments {
			name, value, _ := strings.Cut(pair, "=")
			w.Header().Add(http.TrailerPrefix+name, value)
		}
	case "pause":
		o.change(func() { x.state = "paused" })
		select {
		case <-resume:
		case <-r.Context().Done():
			o.change(func() { x.state = "left" })
			return false
		}
	case "reset":
		if r.ProtoMajor == 1 {
			conn := r.Context().Value(connKey{}).(*net.TCPConn)
			conn.SetLinger(0)
			conn.Close()
		}
		panic(http.ErrAbortHandler)
	case "close":
		panic(http.ErrAbortHandler)
	}
	return true
}

// await waits until the newest request is in the state.
func (o *origin) await(state string) error {
	return o.until("the upstream's newest request to be "+state, func() bool {
		return len(o.seen) > 0 && strings.HasPrefix(o.seen[len(o.seen)-1].state, state)
	})
}
