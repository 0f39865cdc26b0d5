package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"mcponce/host/sizing"
	"mcponce/plugin/policy"
)

func sized(t *testing.T, s size) string {
	t.Helper()
	var out bytes.Buffer
	if err := s.run(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestSizeSaysWhatAStoreNeeds(t *testing.T) {
	got := sized(t, size{Rate: 10, Retention: 24 * time.Hour, Result: 1 << 10, Tick: time.Second})
	want := `records  866560 of 288 B   238 MiB
results  867180 of 1024 B  1133 MiB
memory   at most           1371 MiB (plan for 1.15 times that), and the process itself

"defaults": {"retention": "24h"},
"store": {"local": {"records": 866560, "bytes": "1133MiB"}}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The lines are for a configuration, and what check says of it is what was asked for.
func TestSizePrintsLinesThatCarryTheRate(t *testing.T) {
	for name, s := range map[string]size{
		"nearly nothing":    {Rate: 0.001, Retention: time.Hour, Result: 1, Tick: time.Second},
		"a busy week":       {Rate: 50, Retention: 168 * time.Hour, Result: 4096, Tick: time.Second},
		"sweeps of an hour": {Rate: 700, Retention: 24 * time.Hour, Result: 100, Tick: 500 * time.Millisecond},
		"a minute":          {Rate: 2000, Retention: 6 * time.Minute, Result: 16 << 10, Tick: time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			_, lines, _ := strings.Cut(sized(t, s), "\n\n")
			config, err := policy.Parse([]byte(`{"paths": ["/mcp"], "anonymous": "shared", "tools": [{"match": ["*"]}],` + lines + `}`))
			if err != nil {
				t.Fatalf("%v of\n%s", err, lines)
			}
			table := sizing.Table{Records: config.Store.Records, Bytes: config.Store.Bytes, Tick: s.Tick}
			tool, _ := config.Rules("bank", "/mcp").Tool("pay")
			if tool.Retention != s.Retention || table.Rate(s.Retention) < s.Rate {
				t.Errorf("the lines carry %v a second for %v; want %v for %v", table.Rate(s.Retention), tool.Retention, s.Rate, s.Retention)
			}
			if kept := table.Outcomes(int(s.Result)); kept < int64(table.Records) {
				t.Errorf("%d outcomes are kept; want one for each of %d records", kept, table.Records)
			}
		})
	}
}

func TestSizeSaysWhereNoStoreIsLargeEnough(t *testing.T) {
	for name, s := range map[string]size{
		"too many records":               {Rate: 10_000, Retention: 24 * time.Hour, Result: 1, Tick: time.Second},
		"faster than the table is swept": {Rate: 9000, Retention: time.Second, Result: 1, Tick: time.Second},
	} {
		var out bytes.Buffer
		if err := s.run(&out); err == nil || !strings.Contains(err.Error(), "67108864 records") || out.Len() > 0 {
			t.Errorf("%s: got %v and %q; want that no store holds so much", name, err, out.String())
		}
	}
	if err := (&size{Retention: time.Hour, Result: 1, Tick: time.Second}).run(&bytes.Buffer{}); err == nil {
		t.Error("a rate of nothing is accepted")
	}
}

func TestSizesAreSpelledAsInAConfiguration(t *testing.T) {
	for text, want := range map[string]int{"65536": 65536, "7B": 7, "256KiB": 256 << 10, "3MiB": 3 << 20, "1GiB": 1 << 30,
		"": -1, "KiB": -1, "1KB": -1, "-1": -1, "2GiB": -1, "1.5KiB": -1, "99999999999999999999": -1} {
		var got bytesFlag
		if err := got.UnmarshalText([]byte(text)); (err != nil) != (want < 0) || err == nil && int(got) != want {
			t.Errorf("%q = %d (%v), want %d", text, got, err, want)
		}
	}
}
