package scenario

import (
	"errors"
	"fmt"
)

// cmdOrigin gives the origin a new script, or one of the orders down, up, resume. The input, if any, is the body of
// every answer.
func (s *scenario) cmdOrigin(d *directive) (string, error) {
	switch {
	case d.has("down"):
		s.origin.down()
		return "", nil
	case d.has("up"):
		return "", s.origin.up()
	case d.has("resume"):
		s.origin.resume(d.has("earlier"))
		return "", nil
	}
	script, err := readScript(d)
	if err == nil {
		s.origin.follow(script)
	}
	return "", err
}

func readScript(d *directive) (*script, error) {
	s := newScript()
	var failed [6]error
	s.status, failed[0] = d.number("status", 0)
	s.notify, failed[1] = d.number("notify", 0)
	s.padding, failed[2] = d.number("padding", 0)
	s.contentType = d.text("type", "")
	s.header, s.trailer = d.texts("header"), d.texts("trailer")
	s.sse = d.has("sse")
	s.result = d.text("result", "")
	s.failure = d.text("error", "")
	s.chunked = d.has("chunked")
	s.refuses = d.has("refuses")
	s.pause = point(d.text("pause", ""))
	s.cut = point(d.text("cut", ""))
	s.byFIN = d.has("fin")
	for _, p := range []point{s.pause, s.cut} {
		switch p {
		case "", received, headers, half, whole, end:
		default:
			failed[3] = fmt.Errorf("want received, headers, half, whole or end, got %q", p)
		}
	}
	switch s.gzip = encoding(d.text("gzip", "")); s.gzip {
	case never, whereAble, always:
	default:
		failed[5] = fmt.Errorf("want gzip=accepted or gzip=always, got %q", s.gzip)
	}
	if d.input != "" || d.has("empty") {
		text, err := d.body()
		s.text, failed[4] = &text, err
	}
	return s, errors.Join(failed[:]...)
}
