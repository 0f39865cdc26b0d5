package envoy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

const (
	startBound = 90 * time.Second // a module's compilation on a loaded machine takes tens of seconds
	pollEvery  = 20 * time.Millisecond
	logTail    = 4096 // bytes
)

// awaitReady polls Envoy's admin interface until the listener serves, and learns both addresses.
func (p *Process) awaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startBound)
	defer cancel()
	for poll := time.NewTicker(pollEvery); ; {
		if p.ready(ctx) {
			return nil
		}
		select {
		case <-poll.C:
		case <-p.exited:
			return errors.New("it ended: " + p.cmd.ProcessState.String())
		case <-ctx.Done():
			return fmt.Errorf("not ready: %w", ctx.Err())
		}
	}
}

func (p *Process) ready(ctx context.Context) bool {
	admin, err := os.ReadFile(p.adminAddressFile())
	if err != nil || len(admin) == 0 {
		return false
	}
	p.admin = "http://" + string(admin)
	if _, err := p.get(ctx, "/ready"); err != nil {
		return false
	}
	listeners, err := p.get(ctx, "/listeners?format=json")
	if err != nil {
		return false
	}
	address := gjson.GetBytes(listeners, "listener_statuses.0.local_address.socket_address")
	if address.Get("port_value").Int() == 0 {
		return false
	}
	p.url = fmt.Sprintf("http://%s:%d", address.Get("address"), address.Get("port_value").Int())
	return true
}

func (p *Process) get(ctx context.Context, path string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.admin+path, nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("envoy admin %s: want 200, got %s: %s", path, response.Status, body)
	}
	return body, err
}

// Stats returns Envoy's counters and gauges by name. The plugin's own metrics are named wasmcustom.<name>.
func (p *Process) Stats(ctx context.Context) (map[string]uint64, error) {
	text, err := p.get(ctx, "/stats")
	if err != nil {
		return nil, err
	}
	stats := map[string]uint64{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		// Histograms and text values are no numbers.
		if n, err := strconv.ParseUint(value, 10, 64); err == nil {
			stats[name] = n
		}
	}
	return stats, nil
}

// LogTail is the end of Envoy's log.
func (p *Process) LogTail() string {
	text, err := os.ReadFile(p.Log())
	if err != nil {
		return err.Error()
	}
	return string(bytes.TrimSpace(text[max(0, len(text)-logTail):]))
}
