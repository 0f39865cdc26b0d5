package probe

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/cockroachdb/datadriven"
)

// directive is a command's arguments. What a command does not read is an error.
type directive struct {
	args  []datadriven.CmdArg
	read  map[string]bool
	input string
	err   error // of an argument that could not be read
}

// method is the argument in capitals.
func (d *directive) method() string {
	for _, a := range d.args {
		if len(a.Vals) == 0 && strings.ToUpper(a.Key) == a.Key {
			d.read[a.Key] = true
			return a.Key
		}
	}
	return "GET"
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

func (d *directive) duration(name string, otherwise time.Duration) time.Duration {
	text := d.text(name, otherwise.String())
	length, err := time.ParseDuration(text)
	if err != nil {
		d.err = fmt.Errorf("%s: want a duration such as 300ms, got %q", name, text)
	}
	return length
}

func (d *directive) number(name string, otherwise int) int {
	text := d.text(name, strconv.Itoa(otherwise))
	n, err := strconv.Atoi(text)
	if err != nil {
		d.err = fmt.Errorf("%s: want a number, got %q", name, text)
	}
	return n
}

// unread is an error if an argument was not read, or could not be.
func (d *directive) unread() error {
	if d.err != nil {
		return d.err
	}
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
