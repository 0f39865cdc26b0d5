package mcp

// skeleton follows a JSON text byte by byte, without keeping it, just far enough to know when the outermost value is whole
// and which members the outermost object has. It does not validate.
type skeleton struct {
	depth    int
	inString bool
	escaped  bool
	started  bool
	whole    bool

	name    []byte // the string being read at depth 1, as far as it can matter
	last    string // the last string that ended at depth 1
	members memberSet
}

// memberSet says which members of a JSON-RPC message were seen.
type memberSet struct{ method, result, err bool }

// isAnswer: a response has a result or an error and no method; a server's request or notification has a method.
func (m memberSet) isAnswer() bool { return !m.method && (m.result || m.err) }

// longestName is the length of the longest member name that matters, plus one to tell longer ones apart.
const longestName = len("method") + 1

func (s *skeleton) feed(chunk []byte) {
	for _, c := range chunk {
		if s.whole {
			return
		}
		s.step(c)
	}
}

func (s *skeleton) step(c byte) {
	switch {
	case s.escaped:
		s.escaped = false
		s.keep(c)
	case s.inString && c == '\\':
		s.escaped = true
	case s.inString && c == '"':
		s.inString = false
		s.last = string(s.name)
	case s.inString:
		s.keep(c)
	case c == '"':
		s.inString = true
		s.name = s.name[:0]
	case c == '{' || c == '[':
		s.depth++
		s.started = true
	case c == '}' || c == ']':
		s.depth--
		s.whole = s.started && s.depth <= 0
	case c == ':' && s.depth == 1:
		s.member()
	}
}

func (s *skeleton) keep(c byte) {
	if s.depth == 1 && len(s.name) < longestName {
		s.name = append(s.name, c)
	}
}

func (s *skeleton) member() {
	switch s.last {
	case "method":
		s.members.method = true
	case "result":
		s.members.result = true
	case "error":
		s.members.err = true
	}
}
