package main

import (
	"errors"
	"strconv"
	"strings"
)

// A program is clauses between "|". A clause is "PHASE: INSTRUCTION; INSTRUCTION". PHASE is a callback without its
// "proxy_on_"; PHASE#2 runs in its second call only, PHASE@end where the stream's end has come. Words are separated by
// spaces; in single quotes they may hold spaces, separators, or nothing; 'a'*100 is a hundred times a.

type clause struct {
	phase        string
	call         int // 0: every one
	atEnd        bool
	instructions []instruction
}

type instruction struct {
	text  string
	words []string
}

func parse(program string) ([]clause, error) {
	var clauses []clause
	for _, text := range split(program, '|') {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		c, err := parseClause(text)
		if err != nil {
			return nil, err
		}
		clauses = append(clauses, c)
	}
	return clauses, nil
}

func parseClause(text string) (clause, error) {
	head, rest, found := strings.Cut(text, ":")
	if !found {
		return clause{}, errors.New("want PHASE: INSTRUCTIONS, got " + strconv.Quote(text))
	}
	c := clause{phase: strings.TrimSpace(head)}
	c.phase, c.atEnd = strings.CutSuffix(c.phase, "@end")
	if phase, call, found := strings.Cut(c.phase, "#"); found {
		n, err := strconv.Atoi(call)
		if err != nil {
			return c, errors.New("want a number of a call, got " + strconv.Quote(call))
		}
		c.phase, c.call = phase, n
	}
	for _, text := range split(rest, ';') {
		if text = strings.TrimSpace(text); text != "" {
			c.instructions = append(c.instructions, instruction{text, words(text)})
		}
	}
	return c, nil
}

// split cuts the text at separators outside quotes.
func split(text string, separator byte) []string {
	var parts []string
	quoted, start := false, 0
	for i := range len(text) {
		switch {
		case text[i] == '\'':
			quoted = !quoted
		case text[i] == separator && !quoted:
			parts, start = append(parts, text[start:i]), i+1
		}
	}
	return append(parts, text[start:])
}

func words(text string) []string {
	var words []string
	for _, word := range split(text, ' ') {
		if word != "" {
			words = append(words, unquote(word))
		}
	}
	return words
}

// unquote takes the quotes away, and repeats what is to be repeated.
func unquote(word string) string {
	if quoted, times, found := strings.Cut(word, "'*"); found {
		if n, err := strconv.Atoi(times); err == nil {
			return strings.Repeat(strings.ReplaceAll(quoted, "'", ""), n)
		}
	}
	return strings.ReplaceAll(word, "'", "")
}

// runs reports whether the clause is meant for the n-th call of a phase.
func (c clause) runs(phase string, n int, end bool) bool {
	return c.phase == phase && (c.call == 0 || c.call == n) && (!c.atEnd || end)
}
