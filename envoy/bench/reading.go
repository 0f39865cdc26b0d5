package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"mcponce/envoy"
	"mcponce/envoy/bench/load"
)

// reading names the measurement of the JSON reader alone, in Envoy's engine.
const reading = "reading"

// Bars of reading.
const (
	readingBar = 2.0 // a scan with canonical form and digest, × gjson.Valid alone
	hostileBar = 10.0
)

// readTimes is what reading a body takes, up to the end of each step.
type readTimes struct {
	Body                      string
	Valid, Scan, Form, Digest time.Duration
}

// ofValid is a time as a ratio to that of gjson.Valid.
func (r readTimes) ofValid(d time.Duration) float64 { return float64(d) / float64(r.Valid) }

// The parts of reading, and all of it.
func (r readTimes) ScanPart() float64   { return r.ofValid(r.Scan) }
func (r readTimes) FormPart() float64   { return r.ofValid(r.Form - r.Scan) }
func (r readTimes) DigestPart() float64 { return r.ofValid(r.Digest - r.Form) }
func (r readTimes) All() float64        { return r.ofValid(r.Digest) }
func (r readTimes) Met() bool           { return r.All() <= readingBar }

// hostileTime is what reading a body takes that is made to cost.
type hostileTime struct {
	Body  string
	Took  time.Duration
	Ratio float64 // to the benign body
}

// Met says whether the bar is met.
func (h hostileTime) Met() bool { return h.Ratio <= hostileBar }

// readingTimes is all that was measured of reading.
type readingTimes struct {
	Bodies  []readTimes
	Benign  hostileTime
	Hostile []hostileTime
}

// readingTimes asks an Envoy that runs the measuring plugin. It calls nobody, so that any upstream will do.
func (p paths) readingTimes(ctx context.Context) (*readingTimes, error) {
	process, err := envoy.Start(ctx, envoy.Options{Binary: p.envoy, Wasm: p.reading, Plugin: pluginFor, Upstream: "127.0.0.1:9", Concurrency: 1})
	if err != nil {
		return nil, err
	}
	defer process.Stop()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, process.URL(), nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("want status 200 of the measuring plugin, got %d: %.300s", answer.StatusCode, text)
	}
	return parseReading(string(text))
}

// parseReading reads the lines of the measuring plugin.
func parseReading(text string) (*readingTimes, error) {
	var all readingTimes
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		times := make([]time.Duration, len(fields)-1)
		for i, field := range fields[1:] {
			n, err := strconv.ParseInt(field, 10, 64)
			if err != nil || n <= 0 {
				return nil, fmt.Errorf("want nanoseconds in every column but the first, got %q", line)
			}
			times[i] = time.Duration(n)
		}
		switch {
		case len(times) == 4:
			all.Bodies = append(all.Bodies, readTimes{fields[0], times[0], times[1], times[2], times[3]})
		case len(times) == 1 && all.Benign.Body == "":
			all.Benign = hostileTime{fields[0], times[0], 1}
		case len(times) == 1:
			all.Hostile = append(all.Hostile, hostileTime{fields[0], times[0], float64(times[0]) / float64(all.Benign.Took)})
		default:
			return nil, fmt.Errorf("want a body and one time or four, got %q", line)
		}
	}
	if bodies, hostile := len(load.Bodies()), len(load.HostileBodies()); len(all.Bodies) != bodies || len(all.Hostile)+1 != hostile {
		return nil, fmt.Errorf("want %d bodies and %d made to cost, got %q", bodies, hostile, text)
	}
	return &all, nil
}
