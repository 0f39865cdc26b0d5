package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"mcponce/host/sizing"
)

// size is the command line of mcponce size.
type size struct {
	Rate      float64       `required:"" help:"New actions a second, in the busiest stretch that is as long as the retention. Retries do not count."`
	Retention time.Duration `default:"24h" help:"How long a record is kept."`
	Result    bytesFlag     `default:"1KiB" help:"Bytes of a result, such as 4096 or 16KiB."`
	Tick      time.Duration `default:"1s" help:"The configuration's tick."`
}

// Run prints the store that is needed, and the lines of a configuration that make it so.
func (s *size) Run() error { return s.run(os.Stdout) }

func (s *size) run(out io.Writer) error {
	if !(s.Rate > 0) || math.IsInf(s.Rate, 0) || s.Retention < time.Millisecond || s.Tick < time.Millisecond || s.Result < 1 {
		return errors.New("--rate, --retention, --result, --tick: want more than nothing")
	}
	table, ok := sizing.For(s.Rate, s.Retention, s.Tick, int(s.Result))
	if !ok {
		return fmt.Errorf("more than %d records would be needed, which is all that a store holds: want a shorter --retention, a lower --rate, "+
			"or several gateways with callers of their own", sizing.MostRecords)
	}
	table.Bytes = (table.Bytes + 1<<20 - 1) &^ (1<<20 - 1)
	lines := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(lines, "records\t%d of %d B\t%s\n", table.Records, sizing.RecordBytes, mebibytes(table.Memory()-table.Bytes))
	fmt.Fprintf(lines, "results\t%d of %d B\t%s\n", table.Outcomes(int(s.Result)), s.Result, mebibytes(table.Bytes))
	fmt.Fprintf(lines, "memory\tat most\t%s (plan for 1.15 times that), and the process itself\n", mebibytes(table.Memory()))
	if err := lines.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\n\"defaults\": {\"retention\": %q},\n\"store\": {\"local\": {\"records\": %d, \"bytes\": \"%dMiB\"}}\n",
		spelledDuration(s.Retention), table.Records, table.Bytes>>20)
	return err
}

// bytesFlag is a number of bytes, spelled as in a configuration.
type bytesFlag int

// UnmarshalText implements encoding.TextUnmarshaler.
func (b *bytesFlag) UnmarshalText(text []byte) error {
	digits, unit := string(text), 1
	for shift, name := range []string{"B", "KiB", "MiB", "GiB"} {
		if cut, ok := strings.CutSuffix(string(text), name); ok {
			digits, unit = cut, 1<<(10*shift)
		}
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || n > 1<<30/unit {
		return fmt.Errorf("want a size such as 65536 or 256KiB (B, KiB, MiB, GiB), at most 1GiB, got %q", text)
	}
	*b = bytesFlag(n * unit)
	return nil
}
