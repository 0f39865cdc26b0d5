package policy

import "strings"

// Reference gives the description of all fields as a Markdown table.
func Reference() string {
	var b strings.Builder
	b.WriteString("| field | values | default | meaning |\n|---|---|---|---|\n")
	for _, f := range configFields() {
		for _, d := range f.doc {
			b.WriteString("| `" + d.path + "` | " + d.want + " | " + d.shownInitial() + " | " + d.meaning + " |\n")
		}
	}
	return b.String()
}

// shownInitial gives the default as it stands in the table. An object's is that
// of its fields.
func (d fieldDoc) shownInitial() string {
	switch d.initial {
	case "", required:
		return d.initial
	case "{}":
		return ""
	}
	return "`" + d.initial + "`"
}
