package server

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// Run is the ledger program: it serves until ctx ends, then finishes the calls in progress. args are its command-line
// arguments. Once it listens it writes one line to stdout: "listening on http://HOST:PORT".
func Run(ctx context.Context, args []string, stdout io.Writer) error {
	var o Options
	flags := flag.NewFlagSet("ledger", flag.ContinueOnError)
	listen := flags.String("listen", "127.0.0.1:0", "address to listen on; port 0 takes a free one")
	flags.StringVar(&o.Ledger, "ledger", "", "file that executions are appended to (required)")
	delay := flags.Duration("delay", 400*time.Millisecond, "how long a side effect takes after it was written")
	flags.BoolVar(&o.JSON, "json", false, "answer application/json instead of text/event-stream")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	o.Work = func(Entry) { time.Sleep(*delay) }
	s, err := New(o)
	if err != nil {
		return err
	}
	defer s.Close()
	l, err := net.Listen("tcp", *listen)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "listening on http://%s\n", l.Addr())
	return serve(ctx, l, s, *delay+5*time.Second)
}

// serve returns when ctx has ended and the calls in progress are answered, or grace is over.
func serve(ctx context.Context, l net.Listener, s *Server, grace time.Duration) error {
	h := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	served := make(chan error, 1)
	go func() { served <- h.Serve(l) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	return h.Shutdown(ctx)
}
