package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"text/template"
)

//go:embed faults.md.tmpl
var text string

var page = template.Must(template.New("faults").Funcs(template.FuncMap{"inc": func(i int) int { return i + 1 }}).Parse(text))

// document is docs/FAULTS.md.
func document(all []matrix) []byte {
	var out bytes.Buffer
	if err := page.Execute(&out, map[string]any{"Tables": tables(all), "Reasons": reasons}); err != nil {
		panic(err) // the template and its data are both here
	}
	return out.Bytes()
}

// table is what one gateway does in one mode.
type table struct {
	Title string
	Lines []string
}

func tables(all []matrix) (ts []table) {
	for _, by := range modes {
		for i, p := range platforms {
			ts = append(ts, table{fmt.Sprintf("%s, %s", p.name, by), all[i].table(by)})
		}
	}
	return ts
}

func (m matrix) table(by mode) []string {
	head, rule := "|", "|---|"
	for _, f := range faults {
		head += " | " + f.name
		rule += "---|"
	}
	lines := []string{head + " |", rule}
	for _, row := range moments {
		line := "| " + row.name
		for _, f := range faults {
			line += " | " + m.shown(cell{by, row, f})
		}
		lines = append(lines, line+" |")
	}
	return lines
}

func (m matrix) shown(c cell) string {
	if reason := c.impossible(); reason != "" {
		return fmt.Sprintf("impossible [%d]", slices.Index(reasons, reason)+1)
	}
	return m[c].String()
}

// String is the cell as the document shows it.
func (r result) String() string {
	count := fmt.Sprint(r.after)
	if r.after > 1 {
		count = fmt.Sprintf("%d+%d", r.before, r.after-r.before)
	}
	return strings.Join([]string{count, r.first, r.retry}, " / ")
}
