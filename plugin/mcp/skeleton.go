package mcp

import "mcponce/plugin/jsonrpc"

// skeleton follows a JSON text byte by byte, without keeping it, just far enough to know when the outermost value is whole
// and which members the outermost object has. It does not validate.
type skeleton struct {
	depth    int
	inString bool
	escaped  bool
	started  bool
	whole    bool

	name []byte // the string being read at depth 1, as far as it can matter
	last string // the last string that ended at depth 1

	method, result, err bool // members of a JSON-RPC message that were seen
}

// isAnswer: a response has a result or an error and no method; a server's request or notification has a method.
func (s *skeleton) isAnswer() bool { return s.whole && !s.method && (s.result || s.err) }

// longestName is the length of the longest member name that matters, plus one to tell longer ones apart.
const longestName = len("method") + 1

// feed takes the next bytes. It returns how many of them belong to the value: all, until it is whole.
func (s *skeleton) feed(chunk []byte) int {
	for i := 0; i < len(chunk); i++ {
		if s.whole {
			return i
		}
		if s.inString && !s.escaped && s.depth > 1 { // of such a string only the end matters
			if i = jsonrpc.PlainEnd(chunk, i); i == len(chunk) {
				break
			}
		}
		s.step(chunk[i])
	}
	return len(chunk)
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
		s.method = true
	case "result":
		s.result = true
	case "error":
		s.err = true
	}
}
