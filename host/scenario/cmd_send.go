package scenario

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"
)

// cmdSend sends the input as the body of a request, prints the answer, and says what became of the request: not
// forwarded, passed (nothing of it or of its answer was changed), or changed.
func (s *scenario) cmdSend(d *directive) (string, error) {
	content, err := d.body()
	if err != nil {
		return "", err
	}
	if d.has("gzip") {
		content = compress(content)
	}
	request, err := s.outgoing(d, nil, content)
	if err != nil {
		return "", err
	}
	show := d.list("show")
	_, before := s.origin.since(0)
	c, err := s.begin(request)
	if err != nil {
		return "", err
	}
	if err := c.await(); err != nil {
		return "", err
	}
	c.drop(false)
	exchanges, _ := s.origin.since(before)
	return describe(c, show) + "\n" + fate(c, exchanges), nil
}

// fate compares what left the client with what reached the origin, and the other way.
func fate(c *call, exchanges []*exchange) string {
	if len(exchanges) == 0 {
		return "not forwarded"
	}
	if len(exchanges) > 1 {
		return fmt.Sprintf("forwarded %d times", len(exchanges))
	}
	x := exchanges[0]
	var changed []string
	if !bytes.Equal(x.request.body, []byte(c.request.body)) {
		changed = append(changed, "request body")
	}
	if x.request.Method != c.request.method || x.request.RequestURI != c.request.path {
		changed = append(changed, "request line")
	}
	for _, line := range c.request.headers {
		name, value, _ := strings.Cut(line, ":")
		if headerName(line) == "host" {
			continue // net/http takes it out of the header
		}
		if !slices.Contains(x.request.Header.Values(name), strings.TrimSpace(value)) {
			changed = append(changed, strings.ToLower(name))
		}
	}
	if x.sent.String() != string(c.content) {
		changed = append(changed, "answer")
	}
	if changed != nil {
		return "changed: " + strings.Join(changed, ", ")
	}
	return "passed"
}

func compress(text string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write([]byte(text))
	w.Close()
	return out.String()
}
