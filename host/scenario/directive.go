package scenario

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/cockroachdb/datadriven"
)

// directive is a command's arguments. What a command does not read is an error.
type directive struct {
	args  []datadriven.CmdArg
	read  map[string]bool
	input string
}

func (s *scenario) directive(data *datadriven.TestData) *directive {
	d := &directive{read: map[string]bool{}, input: s.withKeys(data.Input)}
	for _, arg := range data.CmdArgs {
		values := make([]string, len(arg.Vals))
		for i, v := range arg.Vals {
			values[i] = s.withKeys(v)
		}
		d.args = append(d.args, datadriven.CmdArg{Key: arg.Key, Vals: values})
	}
	return d
}

// has reads an argument without a value.
func (d *directive) has(name string) bool {
	d.read[name] = true
	return slices.ContainsFunc(d.args, func(a datadriven.CmdArg) bool { return a.Key == name })
}

// text reads name=value, or gives the default.
func (d *directive) text(name, otherwise string) string {
	if all := d.texts(name); len(all) > 0 {
		return all[0]
	}
	return otherwise
}

// texts reads name=value as often as it is there. A value in brackets may hold spaces and commas.
func (d *directive) texts(name string) []string {
	d.read[name] = true
	var all []string
	for _, a := range d.args {
		if a.Key == name {
			all = append(all, strings.Join(a.Vals, ", "))
		}
	}
	return all
}

// list reads name=(a, b).
func (d *directive) list(name string, otherwise ...string) []string {
	all := otherwise
	for _, text := range d.texts(name) {
		all = strings.Split(text, ", ")
	}
	return all
}

func (d *directive) number(name string, otherwise int) (int, error) {
	text := d.text(name, strconv.Itoa(otherwise))
	n, err := strconv.Atoi(text)
	if err != nil {
		err = fmt.Errorf("%s: want a number, got %q", name, text)
	}
	return n, err
}

// first reads the first argument, a bare word.
func (d *directive) first(what string) (string, error) {
	if len(d.args) == 0 || len(d.args[0].Vals) > 0 {
		return "", fmt.Errorf("want %s as the first argument", what)
	}
	d.read[d.args[0].Key] = true
	return d.args[0].Key, nil
}

// only reads the one argument after the first, which must be one of the points.
func (d *directive) only(points ...point) (point, error) {
	if len(d.args) != 2 || !slices.Contains(points, point(d.args[1].Key)) {
		return "", fmt.Errorf("want one of %v as the second argument", points)
	}
	d.read[d.args[1].Key] = true
	return point(d.args[1].Key), nil
}

func (d *directive) unread() error {
	for _, a := range d.args {
		if !d.read[a.Key] {
			return fmt.Errorf("unknown argument %q", a.Key)
		}
	}
	return nil
}

// body expands the input, a text/template: {{hex "ff"}}, {{repeat 3 "ab"}} and {{range 3}}"m{{.}}":0,{{end}} stand for bytes
// that a text file cannot hold well, {{half}} for the place that a script calls half of the body.
func (d *directive) body() (string, error) {
	expand, err := template.New("body").Funcs(template.FuncMap{
		"hex":    func(digits string) (string, error) { b, err := hex.DecodeString(digits); return string(b), err },
		"repeat": func(n int, text string) string { return strings.Repeat(text, n) },
		"half":   func() string { return halfMark },
	}).Parse(d.input)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = expand.Execute(&out, nil)
	return out.String(), err
}
