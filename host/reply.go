package host

import (
	"strconv"
	"strings"
)

// localReply is an answer of the gateway or of the filter.
type localReply struct {
	status  int
	details string
	headers headerMap
	body    []byte
	instead bool // the filter sent it from proxy_on_response_headers, in place of the answer there
}

// reply answers the stream locally. The answer passes through the filter's response callbacks like any other, unless the
// answer that it replaces is there already. Of two replies the first one counts; the second's details stay, as in Envoy.
func (s *stream) reply(r localReply) {
	switch {
	case s.over:
		return
	case s.response.sent:
		s.abort(r.details)
		return
	case s.replied && !r.instead:
		s.details = r.details
		return
	}
	s.replied, s.details = true, r.details
	s.route.stop()
	s.dropUpstream()
	switch {
	case s.response.started:
		s.sendReply(r)
	case s.reading:
		s.prepared = &r
	default:
		s.answerLocally(r)
	}
}

// answerPrepared sends the reply that was made while a callback for the request ran, when that has ended.
func (s *stream) answerPrepared() {
	r := s.prepared
	s.reading, s.prepared = false, nil
	if r != nil && !s.over {
		s.answerLocally(*r)
	}
}

func (s *stream) answerLocally(r localReply) {
	bare := len(r.body) == 0 || s.request.headers.value(":method") == "HEAD"
	s.answerHeaders(r.asHeaders(), bare)
	if !bare && !s.over {
		s.response.takeData(r.body, true)
	}
}

// sendReply sends the reply past the filter, and ends the stream.
func (s *stream) sendReply(r localReply) {
	w := &s.response
	w.headers, w.started, w.end, w.hasTrailers, w.held = r.asHeaders(), true, true, false, r.body
	w.pass()
}

func (r localReply) asHeaders() headerMap {
	h := headerMap{{":status", strconv.Itoa(r.status)}}
	h = append(h, r.headers...)
	if len(r.body) == 0 {
		h.remove("content-type")
		h.remove("content-length")
		return h
	}
	if _, found := h.get("content-type"); !found {
		h.add("content-type", "text/plain")
	}
	h.set("content-length", strconv.Itoa(len(r.body)))
	return h
}

// detailsWord is a word for the access log.
func detailsWord(details string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n\v\f", r) {
			return '_'
		}
		return r
	}, details)
}
