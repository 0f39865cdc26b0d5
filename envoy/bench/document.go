package main

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"
	"time"

	"mcponce/envoy/bench/load"
)

//go:embed document.md.tmpl
var documentText string

var document = template.Must(template.New("document").Funcs(template.FuncMap{
	"verdict": func(met bool) string {
		if met {
			return "met"
		}
		return "**missed**"
	},
	"micro":     func(d time.Duration) string { return fmt.Sprintf("%d µs", d.Microseconds()) },
	"seconds":   func(d time.Duration) string { return fmt.Sprintf("%.2f s", d.Seconds()) },
	"mebibytes": func(n int64) string { return fmt.Sprintf("%.2f MiB", float64(n)/(1<<20)) },
}).Parse(documentText))

// report is what a run has found. What was not measured is nil.
type report struct {
	Machine machine
	Rounds  int
	Took    time.Duration
	Start   *startTimes
	Reading *readingTimes
	Bars    []judged
	Peers   []judged
	Tables  []payloadTable
	Once    []string // names of the gateways
}

// payloadTable is one table of the document.
type payloadTable struct {
	Payload load.Payload
	Rows    []row
}

// What the text says of every run.
func (report) Workers() int        { return workers }
func (report) Together() int       { return together }
func (report) Duplicates() int     { return duplicates }
func (report) SizeBar() int64      { return sizeBar }
func (report) StartBar() float64   { return startBar }
func (report) ReadingBar() float64 { return readingBar }
func (report) HostileBar() float64 { return hostileBar }

// BarsMet counts the bars of CPU that are met.
func (r report) BarsMet() (n int) {
	for _, j := range r.Bars {
		if j.Met {
			n++
		}
	}
	return n
}

// add takes over what the rounds have measured for the gateways of these names.
func (r *report) add(measured results, names []string) {
	for _, p := range load.Payloads() {
		r.Tables = append(r.Tables, payloadTable{p, measured.table(p)})
	}
	has := map[string]bool{}
	for _, name := range names {
		has[name] = true
		if name != bare {
			r.Once = append(r.Once, gatewayNames[name])
		}
	}
	if has[mcponce] {
		r.Bars = measured.judgeBars()
	}
	if has[sidecar] && has[extProc] {
		r.Peers = measured.judgePeers()
	}
}

// write writes Markdown.
func (r *report) write(w io.Writer) error {
	var text strings.Builder
	if err := document.Execute(&text, r); err != nil {
		return err
	}
	_, err := io.WriteString(w, strings.TrimSpace(text.String())+"\n")
	return err
}
