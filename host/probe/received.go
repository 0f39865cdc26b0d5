package probe

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// received is a request at the origin.
type received struct {
	head     string
	body     string
	trailers http.Header
	state    string // reading, read, paused, answered, left, or broken off and why
}

// headOf prints a request, without what differs from run to run and what the probe itself adds.
func headOf(r *http.Request) string {
	lines := []string{r.Method + " " + r.RequestURI + " " + r.Host}
	var headers []string
	for name, values := range r.Header {
		for _, value := range values {
			name = strings.ToLower(name)
			switch name {
			case "x-probe", "x-name":
				continue
			case "x-request-id":
				value = "(random)"
			}
			headers = append(headers, "  "+name+": "+value)
		}
	}
	if len(r.TransferEncoding) > 0 {
		headers = append(headers, "  transfer-encoding: "+strings.Join(r.TransferEncoding, ", "))
	}
	slices.Sort(headers)
	return strings.Join(append(lines, headers...), "\n")
}

// show prints the requests since the script was set.
func (o *origin) show() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.seen) == 0 {
		return "no request"
	}
	var out []string
	for _, x := range o.seen {
		line := x.head
		if x.body != "" {
			line += "\n  body " + shown(x.body)
		}
		for _, name := range slices.Sorted(maps.Keys(x.trailers)) {
			if len(x.trailers[name]) == 0 {
				continue // announced, and did not come
			}
			line += "\n  trailer " + strings.ToLower(name) + ": " + strings.Join(x.trailers[name], ", ")
		}
		if strings.HasPrefix(x.state, "broken off") || x.state == "left" {
			line += "\n  " + x.state
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
