package scenario

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// cmdList sends a proper tools/list and prints what the client gets: each tool with its arguments, and whether anything of
// the answer is other than the origin sent it.
func (s *scenario) cmdList(d *directive) (string, error) {
	s.lastID++
	version := d.text("version", stateless)
	lines := []string{"mcp-protocol-version: " + version}
	if version >= stateless {
		lines = append(lines, "mcp-method: tools/list")
	}
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/list","params":{}}`, d.text("id", strconv.Itoa(s.lastID)))
	request, err := s.outgoing(d, lines, body)
	if err != nil {
		return "", err
	}
	_, before := s.origin.since(0)
	c, err := begin(s.host, request)
	if err != nil {
		return "", err
	}
	if err := c.await(); err != nil {
		return "", err
	}
	c.drop(false)
	exchanges, _ := s.origin.since(before)
	if c.response == nil || len(exchanges) != 1 {
		return "", errors.New("want an answer to a request that the origin has once")
	}
	changed := "as sent"
	if exchanges[0].sent.String() != string(c.content) {
		changed = "changed"
	}
	head, _, _ := strings.Cut(describe(c, nil), "\n")
	return strings.Join(append([]string{head, changed}, describeTools(c)...), "\n"), nil
}

// describeTools gives a line for each tool of the answer: its name and its arguments, those that are required with a !.
func describeTools(c *call) []string {
	messages := [][]byte{c.content}
	if mediaType(c.response) == "text/event-stream" {
		messages = eventData(c.content)
	}
	var lines []string
	for _, message := range messages {
		var list struct {
			Result struct {
				Tools []struct {
					Name        string `json:"name"`
					InputSchema struct {
						Properties any      `json:"properties"`
						Required   []string `json:"required"`
					} `json:"inputSchema"`
				} `json:"tools"`
			} `json:"result"`
		}
		if err := json.Unmarshal(message, &list); err != nil {
			lines = append(lines, "not a list: "+err.Error())
			continue
		}
		for _, tool := range list.Result.Tools {
			var arguments []string
			properties, _ := tool.InputSchema.Properties.(map[string]any)
			for name := range properties {
				if slices.Contains(tool.InputSchema.Required, name) {
					name += "!"
				}
				arguments = append(arguments, name)
			}
			slices.Sort(arguments)
			lines = append(lines, strings.TrimSpace(tool.Name+" "+strings.Join(arguments, " ")))
		}
	}
	return lines
}

// cmdRequest prints the newest request as the origin has it.
func (s *scenario) cmdRequest(d *directive) (string, error) {
	exchanges, n := s.origin.since(0)
	if n == 0 {
		return "", errors.New("the origin has had no request")
	}
	newest := exchanges[n-1].request
	var lines []string
	for _, name := range d.list("show") {
		value := "absent"
		if values := newest.Header.Values(name); len(values) > 0 {
			value = strings.Join(values, " | ")
		}
		lines = append(lines, name+": "+value)
	}
	return strings.Join(append(lines, string(newest.body)), "\n"), nil
}
