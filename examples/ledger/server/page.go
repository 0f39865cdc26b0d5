package server

import (
	"encoding/json"
	"html/template"
	"net/http"
)

var table = template.Must(template.New("ledger").Parse(`<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="2">
<title>Ledger</title>
<style>body{font:16px sans-serif;margin:2em}td,th{text-align:left;padding:.3em 1em}tr:nth-child(even){background:#eee}code{font-size:14px}</style>
<h1>{{len .}} executed</h1>
<table>
<tr><th>receipt<th>time<th>tool<th>arguments<th>idempotency key</tr>
{{range .}}<tr><td>{{.Receipt}}<td>{{.Time.Format "15:04:05.000"}}<td>{{.Tool}}<td><code>{{printf "%s" .Arguments}}</code><td><code>{{.Key}}</code></tr>
{{end}}</table>
`))

func (s *Server) serveTable(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	// An error means that the reader left: nobody is there to be told.
	_ = table.Execute(w, s.journal.list())
}

func (s *Server) serveLines(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/x-ndjson")
	lines := json.NewEncoder(w)
	for _, e := range s.journal.list() {
		if lines.Encode(e) != nil {
			return
		}
	}
}
