package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"mcponce/host/classify"
)

// classifyCommand is the command line of mcponce classify.
type classifyCommand struct {
	URL        string        `arg:"" name:"url" help:"The MCP endpoint of a running server (streamable HTTP)."`
	Header     []string      `sep:"none" placeholder:"NAME:VALUE" help:"A header of each request, such as Authorization. May be repeated."`
	TrustNames bool          `help:"Take a tool for a reading one also where only its name, such as get_rates, suggests it."`
	Timeout    time.Duration `default:"30s" help:"How long the server has for all of its list."`
}

// Run prints the configuration on standard output, and the tools with the reasons on standard error.
func (c *classifyCommand) Run(ctx context.Context) error { return c.run(ctx, os.Stdout, os.Stderr) }

func (c *classifyCommand) run(ctx context.Context, out, report io.Writer) error {
	endpoint, headers, err := c.target()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.Timeout, fmt.Errorf("--timeout %v is over", c.Timeout))
	defer cancel()
	listing, err := classify.List(ctx, endpoint, headers)
	if err != nil {
		return fmt.Errorf("%s: %w", endpoint.Redacted(), err)
	}
	verdicts := classify.All(listing.Tools)
	starter, err := classify.Starter(endpoint.EscapedPath(), listing.Server, reading(verdicts, c.TrustNames))
	if err != nil {
		return err
	}
	fmt.Fprintf(report, "%s %s at %s, MCP %s\n", whole(listing.Server), whole(listing.Version), endpoint.Redacted(), whole(listing.Protocol))
	c.explain(report, verdicts)
	_, err = io.WriteString(out, starter)
	return err
}

// target reads the command line.
func (c *classifyCommand) target() (*url.URL, http.Header, error) {
	endpoint, err := url.Parse(c.URL)
	if err != nil || endpoint.Scheme != "http" && endpoint.Scheme != "https" || endpoint.Host == "" {
		return nil, nil, fmt.Errorf("URL: want that of the MCP endpoint, such as http://127.0.0.1:9001/mcp, got %q", c.URL)
	}
	if endpoint.Path == "" {
		endpoint.Path = "/"
	}
	headers := http.Header{}
	for _, header := range c.Header {
		name, value, ok := strings.Cut(header, ":")
		if !ok || strings.TrimSpace(name) == "" {
			return nil, nil, fmt.Errorf("--header: want NAME:VALUE, got %d characters without it", len(header)) // it may be a secret
		}
		headers.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	return endpoint, headers, nil
}

// reading are the tools that go under read.
func reading(verdicts []classify.Verdict, trustNames bool) []string {
	var all []string
	for _, v := range verdicts {
		if v.Reads || v.Named && trustNames {
			all = append(all, v.Name)
		}
	}
	return all
}

// explain writes each tool with the reasons, then what the reader has to decide.
func (c *classifyCommand) explain(report io.Writer, verdicts []classify.Verdict) {
	table := tabwriter.NewWriter(report, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TOOL\tPROPOSED\tREASON")
	counts := map[string]int{}
	var named []string
	for _, v := range verdicts {
		proposed := "governed"
		switch {
		case v.Reads || v.Named && c.TrustNames:
			proposed = "read"
		case v.Named:
			named = append(named, v.Name)
		}
		counts[proposed]++
		fmt.Fprintf(table, "%s\t%s\t%s\n", whole(v.Name), proposed, strings.Join(v.Reasons, "; "))
	}
	table.Flush()
	fmt.Fprintf(report, "%d tools: %d proposed as reading, %d governed.\n", len(verdicts), counts["read"], counts["governed"])
	fmt.Fprintln(report, "What the server says is its word, and a name is less: nothing here has checked either. A tool under read is not protected.")
	if named != nil {
		fmt.Fprintf(report, "# The names of these suggest that they read. If you know that they do, add their rule before the last (or use --trust-names):\n#   %s\n",
			strings.ReplaceAll(classify.ReadRule(named), "\n", "\n#   "))
	}
	fmt.Fprintln(report, "Before use: principal names the header that your authentication sets (and strips from clients), callout the server's cluster.")
}
