package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
)

// records is the command line of mcponce records.
type records struct {
	operator
	State string `enum:",in_doubt,pending,open,done,released" default:"" placeholder:"STATE" help:"Only records in this state: in_doubt, pending, open, done or released."`
	JSON  bool   `name:"json" help:"Print JSON, with the whole names of the actions."`
}

// shortAction is how many digits of an action's name the log and refusals show.
const shortAction = 12

// Run prints what records a gateway has.
func (c *records) Run(ctx context.Context) error { return c.run(ctx, os.Stdout) }

func (c *records) run(ctx context.Context, out io.Writer) error {
	a, err := c.connect()
	if err != nil {
		return err
	}
	all, err := a.all(ctx, c.State)
	if err != nil {
		return err
	}
	if c.JSON {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(map[string]any{"records": append([]json.RawMessage{}, all...)})
	}
	return table(out, all)
}

// table writes a line for each record.
func table(out io.Writer, all []json.RawMessage) error {
	if len(all) == 0 {
		fmt.Fprintln(out, "no records")
		return nil
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "ACTION\tSTATE\tWHY\tROUND\tATTEMPTS\tFIRST SEEN\tCHANGED\tEXPIRES")
	for _, text := range all {
		var r kept
		if err := json.Unmarshal(text, &r); err != nil || len(r.Action) < shortAction {
			return fmt.Errorf("want a record of mcponce, got %.200s", text)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\n", r.Action[:shortAction], r.State, r.why(), r.Round, r.Attempts, r.FirstSeen, r.Changed, cmp.Or(r.Expires, "-"))
	}
	return t.Flush()
}

// why says in a word or two how the record came to its state.
func (r kept) why() string {
	if r.Resolved != "" {
		return "resolved as " + r.Resolved
	}
	return cmp.Or(r.Reason, r.Outcome, "-")
}
