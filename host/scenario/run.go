package scenario

import (
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
)

// Driver is a host that runs the plugin: a real Envoy, or a simulated one.
type Driver interface {
	// Start puts a gateway with the plugin, configured by config (JSON), before the server at origin (ip:port). The
	// host names that server mcp_upstream.
	Start(config, origin string) (Gateway, error)
}

// Gateway is a running host. Many scenarios use it, one after the other.
type Gateway interface {
	// URL is the base that clients call, http://ip:port.
	URL() string
	// Counters are the plugin's metrics by the plugin's own names.
	Counters() (map[string]uint64, error)
	// Advance lets time pass, virtual or real.
	Advance(d time.Duration)
	// Log is the end of the host's log, for the report of a failure.
	Log() string
	// Close ends the host.
	Close()
}

// Run plays every scenario file (*.txt) of dir, once for each configuration that the file names. A configuration NAME is
// the file configs/NAME.json of dir. Scenarios of one configuration share a gateway and run one after the other. Where
// configurations are given, only those are played.
func Run(t *testing.T, dir string, d Driver, configs ...string) {
	for _, group := range groups(t, dir) {
		if configs != nil && !slices.Contains(configs, group.config) {
			continue
		}
		t.Run(group.config, func(t *testing.T) {
			t.Parallel()
			stage := &stage{driver: d, configPath: filepath.Join(dir, "configs", group.config+".json")}
			t.Cleanup(stage.close)
			for _, file := range group.files {
				t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { play(t, file, stage) })
			}
		})
	}
}

type group struct {
	config string
	files  []string
}

// groups collects the files by configuration, in the order of their names.
func groups(t *testing.T, dir string) []*group {
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("want scenario files (*.txt) in %s, found none (%v)", dir, err)
	}
	var all []*group
	byName := map[string]*group{}
	for _, file := range files {
		for _, config := range configsOf(t, file) {
			if byName[config] == nil {
				byName[config] = &group{config: config}
				all = append(all, byName[config])
			}
			byName[config].files = append(byName[config].files, file)
		}
	}
	return all
}

// configsOf reads the file's first directive: config NAME...
func configsOf(t *testing.T, file string) []string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if words[0] != "config" || len(words) == 1 {
			t.Fatalf("%s: want \"config NAME\" as the first directive, got %q", file, strings.TrimSpace(line))
		}
		if configs := words[1:]; !rewriting() {
			return configs
		}
		return words[1:2] // the file can be rewritten for one configuration only
	}
	t.Fatalf("%s: want \"config NAME\" as the first directive, got none", file)
	return nil
}

func rewriting() bool {
	f := flag.Lookup("rewrite") // datadriven's
	return f != nil && f.Value.String() == "true"
}

// stage is a gateway and its origin, started by the first scenario that needs them.
type stage struct {
	driver     Driver
	configPath string
	once       sync.Once
	err        error
	origin     *origin
	gateway    Gateway
	host       string // host:port of the gateway
}

func (s *stage) start() error {
	s.once.Do(func() { s.err = s.build() })
	return s.err
}

func (s *stage) build() error {
	config, err := os.ReadFile(s.configPath)
	if err != nil {
		return err
	}
	return s.open(string(config))
}

func (s *stage) open(config string) (err error) {
	if s.origin, err = newOrigin(); err != nil {
		return err
	}
	if s.gateway, err = s.driver.Start(config, s.origin.address); err != nil {
		return err
	}
	return s.locate()
}

// locate learns where the gateway listens.
func (s *stage) locate() error {
	base, err := url.Parse(s.gateway.URL())
	if err != nil {
		return fmt.Errorf("the gateway's URL: %w", err)
	}
	s.host = base.Host
	return nil
}

func (s *stage) close() {
	if s.gateway != nil {
		s.gateway.Close()
	}
	if s.origin != nil {
		s.origin.down()
	}
}

// play runs one file and then, whatever the file says, holds the ledger against the promise.
func play(t *testing.T, file string, stage *stage) {
	if err := stage.start(); err != nil {
		t.Fatal(err)
	}
	s, err := newScenario(stage)
	if err != nil {
		t.Fatal(err)
	}
	defer s.finish(t)
	datadriven.RunTest(t, file, s.do)
}
