package probe

import (
	"fmt"
	"strings"
	"time"

	"github.com/cockroachdb/datadriven"
)

// directive is a command's arguments. What a command does not read is an error.
type directive struct {
	args  []datadriven.CmdArg
	read  map[string]bool
	input string
}

// bare are the arguments without a value, in order; all of them count as read.
func (d *directive) bare() (words []string) {
	for _, a := range d.args {
		if len(a.Vals) == 0 {
			d.read[a.Key] = true
			words = append(words, a.Key)
		}
	}
	return words
}

// first is the first argument, a bare word.
func (d *directive) first(what string) (string, error) {
	if len(d.args) == 0 || len(d.args[0].Vals) > 0 {
		return "", fmt.Errorf("want %s as the first argument", what)
	}
	d.read[d.args[0].Key] = true
	return d.args[0].Key, nil
}

func (d *directive) has(name string) bool {
	d.read[name] = true
	for _, a := range d.args {
		if a.Key == name && len(a.Vals) == 0 {
			return true
		}
	}
	return false
}

// list reads name=(a, b); found says whether it is there.
func (d *directive) list(name string) (values []string, found bool) {
	d.read[name] = true
	for _, a := range d.args {
		if a.Key == name && len(a.Vals) > 0 {
			for _, v := range a.Vals {
				if v != "" {
					values = append(values, v)
				}
			}
			return values, true
		}
	}
	return nil, false
}

func (d *directive) text(name, otherwise string) string {
	if values, _ := d.list(name); len(values) > 0 {
		return strings.Join(values, ", ")
	}
	return otherwise
}

func (d *directive) duration(name string) (time.Duration, error) {
	text := d.text(name, "0s")
	length, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%s: want a duration such as 300ms, got %q", name, text)
	}
	return length, nil
}

func (d *directive) unread() error {
	for _, a := range d.args {
		if !d.read[a.Key] {
			return fmt.Errorf("unknown argument %q", a.Key)
		}
	}
	return nil
}

// lines are the input's lines with a prefix, and the others joined as a program.
func (d *directive) lines(prefix string) (with []string, program string) {
	var others []string
	for line := range strings.Lines(d.input) {
		line = strings.TrimSpace(line)
		if rest, found := strings.CutPrefix(line, prefix); found {
			with = append(with, rest)
		} else if line != "" {
			others = append(others, line)
		}
	}
	return with, strings.Join(others, " | ")
}
