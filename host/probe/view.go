package probe

import (
	"net/http"
	"slices"
	"strings"
)

// headersOf prints the headers of an answer but those that differ from run to run.
func headersOf(r *http.Response) []string {
	var lines []string
	for name, values := range r.Header {
		switch name = strings.ToLower(name); name {
		case "date", "server":
			continue
		case "x-envoy-upstream-service-time":
			values = []string{"(time)"}
		}
		for _, value := range values {
			lines = append(lines, "  "+name+": "+value)
		}
	}
	if r.Close {
		lines = append(lines, "  connection: close")
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// view is what a client has seen, line by line.
type view []string

func (v view) text(sizeless bool) string {
	return strings.Join(slices.DeleteFunc(v, func(line string) bool {
		return sizeless && (strings.HasPrefix(line, "  content-length: ") || strings.HasPrefix(line, "  body "))
	}), "\n")
}
