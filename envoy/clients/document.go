package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"text/template"
)

//go:embed clients.tmpl
var text string

// document is docs/CLIENTS.md.
func document(sdks []sdk, all []programme) []byte {
	var out bytes.Buffer
	page := template.Must(template.New("clients").Parse(text))
	if err := page.Execute(&out, map[string]any{"SDKs": sdks, "Programmes": all}); err != nil {
		panic(err) // the template and its data are both here
	}
	return out.Bytes()
}

func (s sdk) Name() string { return s.name }
func (s sdk) Key() string  { return s.key }

func (p programme) Title() string { return fmt.Sprintf("%s at %s", p.sdk.name, p.version) }

// Rows are the scenes with a cell for each error style.
func (p programme) Rows() (rows []string) {
	for i, sc := range scenes {
		row := "| " + sc.name
		for _, style := range styles {
			row += " | " + p.byStyle[style][i].String()
		}
		rows = append(rows, row+" |")
	}
	for _, g := range p.header {
		rows = append(rows, fmt.Sprintf("| %s, key in a header | %s | | |", g.scene.name, g))
	}
	return rows
}

// Cuts are the scenes of broken connections, through mcponce and without it.
func (p programme) Cuts() (rows []string) {
	for i, g := range p.cuts {
		place := "`_meta`"
		if g.header {
			place = "header"
		}
		without := p.unkept[i]
		rows = append(rows, fmt.Sprintf("| %s | %s | %s | %d | %s | %s |",
			g.scene.name, place, g, g.executions, without, times(without.executions)))
	}
	return rows
}

func times(n int) string {
	if n > 1 {
		return fmt.Sprintf("**%d**", n)
	}
	return fmt.Sprint(n)
}

// String says what the caller got to see.
func (g seen) String() string {
	words := g.answer.String()
	if g.sent > 1 && g.scene.open() && g.scene.name != cutAndRetried.name {
		words += fmt.Sprintf("; the SDK sent the call %d times", g.sent)
	}
	if !g.alive && g.scene.name != cut.name {
		words += "; **the session is lost**"
	}
	return words
}

func (a answer) String() string {
	if r := a.Result; r != nil {
		_, replayed := r.Meta[replayedMeta]
		switch {
		case r.IsError:
			return "result, `isError`"
		case replayed:
			return "result, marked replayed"
		}
		return "result"
	}
	return a.Error.String()
}

func (f *failure) String() string {
	words := "`" + f.Class + "`"
	switch code := f.Code.(type) {
	case float64:
		words += fmt.Sprintf(" %s%.0f", sign(code), abs(code))
	case string:
		if f.Status == 0 {
			words += " " + code
		}
	}
	if f.Status != 0 {
		words += fmt.Sprintf(", HTTP %d", f.Status)
	}
	switch {
	case f.kind() != "":
		words += ", data"
	case strings.Contains(f.Message, `"type":"`) || strings.Contains(string(f.Data), `\"type\":\"`):
		words += ", data only within text"
	case f.Message != "" && (f.Code == nil || f.Status != 0):
		words += ": " + short(f.Message)
	}
	return words
}

func sign(n float64) string {
	if n < 0 {
		return "−"
	}
	return ""
}

func abs(n float64) float64 { return max(n, -n) }

// short is the beginning of a message, fit for a cell of a table, without what differs from run to run.
func short(message string) string {
	message = perRun.ReplaceAllString(strings.Join(strings.Fields(message), " "), "")
	if r := []rune(message); len(r) > 80 {
		message = string(r[:80]) + "…"
	}
	return strings.NewReplacer("|", "\\|", "<", "&lt;").Replace(message)
}

// perRun is what differs from run to run in a message, and what only its SDK's authors understand.
var perRun = regexp.MustCompile(`http://127\.0\.0\.1:\d+|\(session ID: \w+\)|Transport \[[^\]]*\] error: `)
