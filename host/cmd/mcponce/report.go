package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"mcponce/host/sizing"
	"mcponce/plugin/policy"
)

// report is what mcponce check says of a configuration.
type report struct {
	Tools    []toolReport `json:"tools"`
	Store    storeReport  `json:"store"`
	Warnings []string     `json:"warnings"`
}

// toolReport is the effective policy of one tool, at some hosts and paths or everywhere else.
type toolReport struct {
	Tool     string            `json:"tool"`
	Rule     string            `json:"rule"`              // "tools[1]" or "defaults"
	Pattern  string            `json:"pattern,omitempty"` // of the rule, the one that matches
	Hosts    []string          `json:"hosts,omitempty"`   // where the rule holds; none means everywhere that no earlier one holds
	Paths    []string          `json:"paths,omitempty"`   // likewise
	Effect   string            `json:"effect"`
	Settings map[string]string `json:"settings"` // all of them, as the configuration spells them

	explained policy.Explained
}

// storeReport is what the store costs and carries.
type storeReport struct {
	Records     int          `json:"records"`
	Bytes       int64        `json:"bytes"`
	MemoryBytes int64        `json:"memoryBytes"` // at most, without the process itself
	Results1KiB int64        `json:"resultsOf1KiB"`
	Rates       []rateReport `json:"rates"`
}

// rateReport is what the store carries for good if every action is kept so long.
type rateReport struct {
	Retention string  `json:"retention"`
	PerSecond float64 `json:"actionsPerSecond"`

	retention time.Duration
}

func newReport(config *policy.Config, policies []policy.Explained, tools []string) report {
	r := report{Tools: []toolReport{}, Store: newStoreReport(config, policies), Warnings: warnings(config, policies)}
	for _, tool := range tools {
		r.Tools = append(r.Tools, newToolReports(policies, tool)...)
	}
	return r
}

// newToolReports explain the policies of the tool: those that match it at some hosts and paths, and the first that does
// everywhere.
func newToolReports(policies []policy.Explained, tool string) []toolReport {
	var all []toolReport
	for _, p := range policies {
		pattern, ok := p.Matches(tool)
		if !ok {
			continue
		}
		r := toolReport{Tool: tool, Rule: p.Path, Pattern: pattern, Hosts: p.Hosts, Paths: p.Paths, Settings: map[string]string{}, explained: p}
		for _, s := range p.Settings {
			r.Settings[s.Name] = s.Value
		}
		r.Effect = r.Settings["effect"]
		all = append(all, r)
		if p.Everywhere() {
			break
		}
	}
	return all
}

func newStoreReport(config *policy.Config, policies []policy.Explained) storeReport {
	table := sizing.Table{Records: config.Store.Records, Bytes: config.Store.Bytes, Tick: config.Tick}
	r := storeReport{Records: table.Records, Bytes: table.Bytes, MemoryBytes: table.Memory(), Results1KiB: table.Outcomes(1 << 10)}
	for _, p := range governing(policies) {
		kept := p.Tool.Retention
		if !slices.ContainsFunc(r.Rates, func(r rateReport) bool { return r.retention == kept }) {
			r.Rates = append(r.Rates, rateReport{spelledDuration(kept), table.Rate(kept), kept})
		}
	}
	slices.SortFunc(r.Rates, func(a, b rateReport) int { return int(a.retention - b.retention) })
	return r
}

func (r report) writeJSON(out io.Writer) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

func (r report) write(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "The filter accepts this configuration.")
	if len(r.Tools) > 0 {
		r.writeTools(table)
	}
	fmt.Fprintf(table, "\nstore\t%d records and %s of results: at most %s of memory (plan for 1.15 times that), and the process itself\n",
		r.Store.Records, mebibytes(r.Store.Bytes), mebibytes(r.Store.MemoryBytes))
	for _, rate := range r.Store.Rates {
		fmt.Fprintf(table, "\tcarries %.3g new actions a second, each kept %s\n", rate.PerSecond, rate.Retention)
	}
	fmt.Fprintf(table, "\tholds %d results of 1 KiB; of further ones the record alone\n", r.Store.Results1KiB)
	return table.Flush()
}

// writeTools writes a line for each tool, with a column for each setting that the configuration gives to one of them, and
// below the rest, which is the same for all.
func (r report) writeTools(table *tabwriter.Writer) {
	columns, builtIn := r.columns()
	fmt.Fprintln(table, "\nTOOL\tRULE\t"+strings.ToUpper(strings.Join(columns, "\t")))
	for _, t := range r.Tools {
		fmt.Fprint(table, whole(t.Tool)+"\t"+t.rule())
		for _, name := range columns {
			shown := cmp.Or(t.Settings[name], "-")
			if t.explained.Tool.Effect == policy.Read && name != "effect" {
				shown = "-" // a call passes, whatever else is said
			}
			fmt.Fprint(table, "\t"+shown)
		}
		fmt.Fprintln(table)
	}
	if builtIn != nil {
		fmt.Fprintln(table, "built in: "+strings.Join(builtIn, ", "))
	}
}

// columns are the settings that a tool has from the configuration, effect first, and those that none has, with their values.
func (r report) columns() (columns, builtIn []string) {
	columns = []string{"effect"}
	for i, s := range r.Tools[0].explained.Settings {
		configured := func(t toolReport) bool { return !t.explained.Settings[i].BuiltIn }
		switch {
		case s.Name == "effect":
		case slices.ContainsFunc(r.Tools, configured):
			columns = append(columns, s.Name)
		case s.Value != "":
			builtIn = append(builtIn, s.Name+" "+s.Value)
		}
	}
	return columns, builtIn
}

// rule names the rule, the pattern that matches, and where it holds.
func (t toolReport) rule() string {
	text := t.Rule
	if t.Pattern != "" {
		text += " " + strconv.Quote(t.Pattern)
	}
	for _, place := range append(slices.Clone(t.Hosts), t.Paths...) {
		text += " " + place
	}
	return text
}

func mebibytes(n int64) string { return fmt.Sprintf("%.4g MiB", float64(n)/(1<<20)) }

// spelledDuration is a duration without the zeros of Go's spelling: "24h", not "24h0m0s".
func spelledDuration(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"0s", "0m"} {
		if cut, ok := strings.CutSuffix(text, zero); ok && strings.ContainsAny(cut[max(0, len(cut)-1):], "hm") {
			text = cut
		}
	}
	return text
}
