package probe

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// Run plays every file (*.txt) of dir. Files whose gateways have the same options share one. A file that needs what the
// host does not offer passes, and says so.
func Run(t *testing.T, dir string, d Driver) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("want probe files (*.txt) in %s, found none (%v)", dir, err)
	}
	origin, err := newOrigin()
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{driver: d, origin: origin, gateways: map[Options]*gateway{}}
	defer s.close()
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			f := &file{stage: s, clients: map[string]*client{}}
			defer f.leave(t)
			if err := s.origin.restart(); err != nil {
				t.Fatal(err)
			}
			datadriven.RunTest(t, path, f.do)
		})
	}
}

// stage is what the files of a run share.
type stage struct {
	driver   Driver
	origin   *origin
	gateways map[Options]*gateway
}

func (s *stage) close() {
	for _, g := range s.gateways {
		g.Close()
	}
	s.origin.down()
}

// gateway is a running gateway and what its plugin logs.
type gateway struct {
	Gateway
	options Options
	address string // host:port
	trace   *trace
}

// start finds the gateway of the options, or starts it.
func (s *stage) start(o Options) (*gateway, error) {
	if g := s.gateways[o]; g != nil {
		return g, nil
	}
	g := &gateway{options: o, trace: newTrace()}
	var err error
	if g.Gateway, err = s.driver.Start(o, s.origin.address, g.trace.add); err != nil {
		return nil, err
	}
	g.address = strings.TrimPrefix(g.URL(), "http://")
	s.gateways[o] = g
	const moreVMs = 2 // one for trial, one for the main thread
	return g, g.trace.await(fmt.Sprintf("%dx root configure", o.Workers+moreVMs))
}

// file is one file while it runs.
type file struct {
	*stage
	gateway *gateway
	clients map[string]*client
	missing bool // the host does not offer what the file needs
	broken  bool // a directive has failed
}

// leave ends the exchanges that are open. A file that went well leaves none: their ends would be in the next one's trace.
func (s *file) leave(t *testing.T) {
	for name, c := range s.clients {
		c.leave()
		if !t.Failed() && !s.missing {
			t.Errorf("want %s awaited or dropped", name)
		}
	}
}

var commands = map[string]func(s *file, d *directive) (string, error){
	"gateway":  (*file).cmdGateway,
	"starts":   (*file).cmdStarts,
	"update":   (*file).cmdUpdate,
	"probe":    (*file).cmdProbe,
	"start":    (*file).cmdStart,
	"send":     (*file).cmdSend,
	"await":    (*file).cmdAwait,
	"drop":     (*file).cmdDrop,
	"wait":     (*file).cmdWait,
	"trace":    (*file).cmdTrace,
	"revive":   (*file).cmdRevive,
	"origin":   (*file).cmdOrigin,
	"upstream": (*file).cmdUpstream,
}

// do runs one directive for datadriven. A command with nothing to say prints ok.
func (s *file) do(t *testing.T, data *datadriven.TestData) string {
	run, known := commands[data.Cmd]
	switch {
	case !known:
		data.Fatalf(t, "unknown command %q", data.Cmd)
	case s.missing:
		return data.Expected
	case s.broken:
		return "error: not run after the error above\n"
	case s.gateway == nil && data.Cmd != "gateway":
		data.Fatalf(t, "want \"gateway\" as the first directive, got %q", data.Cmd)
	}
	d := &directive{args: data.CmdArgs, input: data.Input, read: map[string]bool{}}
	out, err := run(s, d)
	if errors.Is(err, ErrNotOffered) {
		t.Logf("%s: %s: %v", data.Pos, data.Cmd, err)
		s.missing = true
		return data.Expected
	}
	if err == nil {
		err = d.unread()
	}
	if err != nil {
		s.broken = true // what follows would wait in vain
		out = strings.TrimSpace(out + "\n" + fmt.Sprintf("error: %v", err))
	}
	if out == "" {
		return "ok\n"
	}
	return out + "\n"
}
