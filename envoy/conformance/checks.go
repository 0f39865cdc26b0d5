package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// check is what the suite notes of one.
type check struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Status  string `json:"status"`
	Error   string `json:"errorMessage"`
	Details any    `json:"details"`
}

// read returns a line for each check in the suite's output folder: one folder for each scenario, named by it and its start.
// server is the URL that was tested, keyed whether its calls had keys.
func read(out, server string, keyed bool) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(out, "*", "checks.json"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var lines []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var checks []check
		if err := json.Unmarshal(text, &checks); err != nil {
			return nil, fmt.Errorf("%s: want the suite's checks: %w", file, err)
		}
		scenario := started.ReplaceAllString(filepath.Base(filepath.Dir(file)), "")
		for _, c := range checks {
			lines = append(lines, c.line(scenario, server, keyed))
		}
	}
	return lines, nil
}

// started is the end of a folder's name.
var started = regexp.MustCompile(`-\d{4}-\d\d-\d\dT[\d-]+Z$`)

// perRun is what is another in each run: session ids, and times in milliseconds, which the suite uses as ids.
var perRun = regexp.MustCompile(`\b([A-Z2-7]{26}|1[7-9]\d{11})\b`)

func (c check) line(scenario, server string, keyed bool) string {
	details, err := json.Marshal(comparable(c.Details, keyed))
	if err != nil {
		panic(err) // it came from JSON
	}
	line := fmt.Sprintf("%s  %s  %s  %s  %q  %s", scenario, c.ID, c.Name, c.Status, c.Error, details)
	if at, err := url.Parse(server); err == nil {
		line = strings.ReplaceAll(line, at.Host, "HOST")
	}
	return perRun.ReplaceAllString(line, "PER-RUN")
}

// headerMismatch is what the specification demands of whoever, server or intermediary, finds a header that disagrees with
// the body. Which words go with it is free.
const headerMismatch = -32020

// comparable takes out of the details what may differ between two ways to one server. Where calls have keys, mcponce may
// refuse a round before the server does (a tampered requestState, for instance): then one error is as good as another. The
// check's own status and error say whether it is right to answer an error.
func comparable(details any, keyed bool) any {
	switch v := details.(type) {
	case map[string]any:
		delete(v, "headers") // of the connection, which differ behind any gateway; no check of these suites judges them
		code, isError := v["code"].(float64)
		switch {
		case isError && keyed:
			return "an error"
		case code == headerMismatch:
			return "a header mismatch"
		}
		for name, member := range v {
			v[name] = comparable(member, keyed)
		}
	case []any:
		for i, element := range v {
			v[i] = comparable(element, keyed)
		}
	}
	return details
}
