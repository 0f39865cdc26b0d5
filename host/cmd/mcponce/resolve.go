package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/user"
	"strings"
)

// resolve is the command line of mcponce resolve.
type resolve struct {
	operator
	Action string `arg:"" help:"The action's name: the 12 digits of a line of the log, of error.data.action or of mcponce records, or more."`
	What   string `arg:"" enum:"executed,not-executed" help:"What you have found: executed or not-executed."`
	Who    string `name:"operator" placeholder:"NAME" help:"Who says so, for the gateway's log; you at this machine, if not said."`
}

// Run ends the doubt about an action.
func (c *resolve) Run(ctx context.Context) error { return c.run(ctx, os.Stdout) }

func (c *resolve) run(ctx context.Context, out io.Writer) error {
	if len(c.Action) < shortAction || len(c.Action) > 64 || strings.Trim(c.Action, "0123456789abcdef") != "" {
		return fmt.Errorf("ACTION: want %d to 64 digits of 0-9 and a-f, got %q", shortAction, c.Action)
	}
	a, err := c.connect()
	if err != nil {
		return err
	}
	action, err := a.find(ctx, c.Action)
	if err != nil {
		return err
	}
	r, err := a.resolve(ctx, action, strings.ReplaceAll(c.What, "-", "_"), c.who())
	if err != nil {
		return err
	}
	next := "the next attempt with its key is told that it was executed (committed)"
	if c.What == "not-executed" {
		next = "the next attempt with its key runs"
	}
	fmt.Fprintf(out, "%s is %s now: %s\n", action[:shortAction], r.State, next)
	return nil
}

// who is the operator's name.
func (c *resolve) who() string {
	if c.Who != "" {
		return c.Who
	}
	name, host := "unknown", "unknown"
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	if h, err := os.Hostname(); err == nil {
		host = h
	}
	return name + "@" + host
}

// find gives the whole name of the action in doubt whose name begins so.
func (a *admin) find(ctx context.Context, begin string) (string, error) {
	doubted, err := a.all(ctx, "in_doubt")
	if err != nil {
		return "", err
	}
	var found []string
	for _, text := range doubted {
		var r kept
		if json.Unmarshal(text, &r) == nil && strings.HasPrefix(r.Action, begin) {
			found = append(found, r.Action)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return "", fmt.Errorf("ACTION: no action in doubt begins with %s. Its outcome may have come, somebody may have resolved it, its retention may have ended, or the gateway was restarted: mcponce records %s lists what there is", begin, a.path())
	default:
		return "", fmt.Errorf("ACTION: %d actions in doubt begin with %s, want more digits of one of\n  %s", len(found), begin, strings.Join(found, "\n  "))
	}
}

// path is the URL as it is given on the command line.
func (a *admin) path() string { return strings.TrimSuffix(a.records.Redacted(), "/records") }
