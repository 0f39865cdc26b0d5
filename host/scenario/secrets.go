package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A word secret-WHO-WHAT-NAME in a scenario is planted: it belongs to the caller WHO and to the call WHAT. Whatever a file
// says, the runner fails it when a line of the gateway's log holds one, or an answer one that its caller must not learn.
var planted = regexp.MustCompile(`secret-(\w+-\w+)-[\w-]*\w`)

// leaks are the planted words in an answer that it must not hold: all but those that the server told about this very call,
// which end in -told, and the id that the call itself has sent.
func leaks(c *call) []string {
	own := map[string]bool{}
	for _, word := range planted.FindAllStringSubmatch(c.request.body, -1) {
		own[word[1]] = true
	}
	var all []string
	for _, word := range planted.FindAllStringSubmatch(c.text(), -1) {
		id := strings.HasSuffix(word[0], "-id") && strings.Contains(c.request.body, word[0])
		if told := strings.HasSuffix(word[0], "-told") && own[word[1]]; !told && !id {
			all = append(all, word[0])
		}
	}
	return all
}

// text is the whole answer as far as it has come, with its headers.
func (c *call) text() string {
	var text string
	c.change(func() {
		if c.response != nil {
			text = fmt.Sprint(c.response.Header, "\n")
		}
		text += string(c.content)
	})
	return text
}

// Planted are the planted words in a text, each once.
func Planted(text string) []string {
	words := planted.FindAllString(text, -1)
	slices.Sort(words)
	return slices.Compact(words)
}

// logged are what a log must not hold of this scenario: planted words, and keys by their symbols.
func (s *scenario) logged(log string) []string {
	all := Planted(log)
	for symbol, key := range s.keys {
		if strings.Contains(log, key) {
			all = append(all, "$"+symbol)
		}
	}
	return all
}
