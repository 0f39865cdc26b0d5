package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"mcponce/plugin/policy"
)

// check is the command line of mcponce check.
type check struct {
	Config string   `arg:"" help:"The filter's configuration, JSON; - is standard input."`
	Tools  []string `arg:"" optional:"" name:"tool" help:"Tools whose policy is shown."`
	JSON   bool     `name:"json" help:"Report as JSON, the warnings in it."`
}

// Run fails where the filter would refuse the configuration. Warnings are no failure.
func (c *check) Run() error { return c.run(os.Stdin, os.Stdout, os.Stderr) }

func (c *check) run(in io.Reader, out, warn io.Writer) error {
	text, err := c.read(in)
	if err != nil {
		return err
	}
	config, policies, err := policy.Explain(text)
	if err != nil {
		return c.refusal(policy.Faults(text))
	}
	r := newReport(config, policies, c.Tools)
	if c.JSON {
		return r.writeJSON(out)
	}
	for _, w := range r.Warnings {
		fmt.Fprintln(warn, "warning:", w)
	}
	return r.write(out)
}

func (c *check) read(in io.Reader) ([]byte, error) {
	if c.Config == "-" {
		return io.ReadAll(in)
	}
	return readFile("CONFIG", c.Config, "mcponce classify URL > "+c.Config+" makes one to begin with")
}

// refusal has a line for each fault, as compilers and editors write it.
func (c *check) refusal(faults []policy.Fault) error {
	name := c.Config
	if name == "-" {
		name = "standard input"
	}
	lines := []string{"the filter refuses this configuration"}
	for _, f := range faults {
		if f.Line > 0 {
			lines = append(lines, fmt.Sprintf("%s:%d:%d: %s", name, f.Line, f.Column, f.Text))
		} else {
			lines = append(lines, fmt.Sprintf("%s: %s", name, f.Text))
		}
	}
	return errors.New(strings.Join(lines, "\n"))
}
